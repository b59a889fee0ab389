/** Changes with every change of the instruction set or the encoding. */
export const BYTECODE_VERSION = 1;
