/**
 * crypto.randomUUID and crypto.getRandomValues on the execution's seeded generator: the same seed
 * gives the same values. They are not secrets. https://w3c.github.io/webcrypto/#crypto-interface
 */
import type { TypedArrayData } from "../values/internal-slots.js";
import { type GuestObject, isObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { constant, type Family, method } from "./define.js";
import { sourceBytes } from "./text-encoding.js";

/** Bytes that one call of getRandomValues fills at most. */
const MAX_RANDOM_BYTES = 65_536;

const randomByte = (vm: Vm): number => Math.floor(vm.host.random() * 256);

const hex = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");

function checkThis(vm: Vm, self: Value): void {
  if (self !== vm.realm.object("Crypto")) vm.throwType('Value of "this" must be of type Crypto');
}

/** A version 4 UUID. https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-4 */
function randomUuid(vm: Vm): string {
  vm.charge(40);
  vm.allocate(68);
  const bytes = Array.from({ length: 16 }, () => randomByte(vm));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const groups = [
    [0, 4],
    [4, 6],
    [6, 8],
    [8, 10],
    [10, 16],
  ];
  return groups.map(([from, to]) => hex(bytes.slice(from, to))).join("-");
}

/** True for the typed arrays that take random bytes: every one of integers. */
function takesBytes(value: Value): value is GuestObject {
  return (
    isObject(value) && value.kind === Kind.TypedArray && !(value.data as TypedArrayData).element.startsWith("Float")
  );
}

export const cryptoFamily: Family = {
  intrinsics: [
    {
      name: "Crypto",
      rows: [
        method("randomUUID", 0, (vm, self) => {
          checkThis(vm, self);
          return randomUuid(vm);
        }),
        constant("@@toStringTag", "Crypto"),
      ],
    },
  ],
  operations: [
    {
      name: "checkCrypto",
      call: (vm, self) => {
        checkThis(vm, self);
        return undefined;
      },
    },
    { name: "takesRandomBytes", call: (_vm, array) => takesBytes(array) },
    {
      /** Fills the array; false, and nothing filled, when it is too long. */
      name: "fillRandom",
      call: (vm, array) => {
        const bytes = sourceBytes(array as GuestObject);
        if (bytes.length > MAX_RANDOM_BYTES) return false;
        vm.charge(bytes.length);
        for (let i = 0; i < bytes.length; i++) bytes[i] = randomByte(vm);
        return true;
      },
    },
  ],
  globals: [["crypto", "Crypto"]],
};
