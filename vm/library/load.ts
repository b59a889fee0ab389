/** The library image, decoded once a process; blocks decode when first touched. */
import { decodeLibrary } from "../bytecode/encode.js";
import type { LibraryImage } from "../bytecode/library.js";
import { LIBRARY_TEXT } from "./image.js";

/** Never fails on the image that the build made. */
export function loadLibrary(): LibraryImage {
  return decodeLibrary(LIBRARY_TEXT);
}
