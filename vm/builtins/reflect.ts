/**
 * Reflect and Proxy: their objects, and the operations on proxy slots. The internal methods of
 * proxies run guest traps and are vm/library/proxy.js.
 * https://tc39.es/ecma262/#sec-reflection
 */
import { isCallable, isConstructor } from "../calls.js";
import { ProxyData } from "../values/internal-slots.js";
import { GuestObject, Kind, type Value } from "../values/object.js";
import { constant, type Family } from "./define.js";

const slot = (proxy: Value) => (proxy as GuestObject).data as ProxyData;

export const reflectFamily: Family = {
  intrinsics: [{ name: "Reflect", rows: [constant("@@toStringTag", "Reflect")] }],
  constructors: [{ name: "Proxy", prototype: false }],
  operations: [
    {
      name: "newProxy",
      call: (vm, target, handler) => {
        vm.allocate(128);
        const object = target as GuestObject;
        // The shape's prototype is never read: every internal method of a proxy is library code.
        return new GuestObject(
          vm.rootShape(null),
          [],
          Kind.Proxy,
          new ProxyData(object, handler as GuestObject, isCallable(object), isConstructor(object)),
          0,
          0,
        );
      },
    },
    /** [[ProxyHandler]]; throws TypeError after revocation, naming the trap. */
    {
      name: "proxyHandler",
      call: (vm, proxy, trap) =>
        slot(proxy).handler ?? vm.throwType(`Cannot perform '${trap as string}' on a proxy that has been revoked`),
    },
    {
      name: "revokeProxy",
      call: (_vm, proxy) => {
        const data = slot(proxy);
        data.target = null;
        data.handler = null;
        return undefined;
      },
    },
  ],
  globals: [
    ["Reflect", "Reflect"],
    ["Proxy", "Proxy"],
  ],
};
