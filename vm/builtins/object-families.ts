/** The families of built-ins over objects, in the order they are assembled. */
import { arrayFamily } from "./array.js";
import { arrayBufferFamily } from "./array-buffer.js";
import { dataViewFamily } from "./data-view.js";
import type { Family } from "./define.js";
import { errorFamily } from "./error.js";
import { functionFamily } from "./function.js";
import { generatorFamily } from "./generator.js";
import { iteratorFamily } from "./iterator.js";
import { mapFamily, setFamily } from "./map.js";
import { objectFamily } from "./object.js";
import { promiseFamily } from "./promise.js";
import { reflectFamily } from "./reflect.js";
import { timersFamily } from "./timers.js";
import { typedArrayFamily } from "./typed-array.js";
import { weakFamily } from "./weak.js";

export const objectFamilies: readonly Family[] = [
  objectFamily,
  functionFamily,
  errorFamily,
  iteratorFamily,
  arrayFamily,
  mapFamily,
  setFamily,
  weakFamily,
  promiseFamily,
  generatorFamily,
  reflectFamily,
  timersFamily,
  arrayBufferFamily,
  typedArrayFamily,
  dataViewFamily,
];
