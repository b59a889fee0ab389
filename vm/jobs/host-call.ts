/**
 * Host calls as the program sees them: a promise, or for a stream tool an async iterable whose
 * requests are host calls of their own. What a request is answered with: scheduler.ts.
 */
import type { CallId, HostFailure } from "../host.js";
import type { ArrayObject } from "../values/array.js";
import type { ToolData } from "../values/function.js";
import { RecordData } from "../values/internal-slots.js";
import { type GuestObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { fulfill, newPromise, type PromiseObject, reject } from "./promise.js";

/** Brand of the record that a stream tool's call gives; vm/library/program.js has its methods. */
export const TOOL_STREAM = "ToolStream";

/** Steps of a call beside what its data costs. */
const CALL_STEPS = 20;

/** A call of the tool tree: a promise, settled when the host answers, or a stream. */
export function hostCall(vm: Vm, tool: GuestObject, args: ArrayObject): GuestObject {
  const { segments } = tool.data as ToolData;
  const id = vm.scheduler.reserveCall();
  vm.charge(CALL_STEPS);
  const reply = vm.host.call(id, segments, args.data, vm.position());
  if (reply.kind === "pending") return vm.scheduler.pendingCall(id);
  if (reply.kind === "stream") return toolStream(vm, id, reply.failure);
  const promise = newPromise(vm);
  if (reply.kind === "value") fulfill(vm, promise, reply.value);
  else reject(vm, promise, vm.hostError(reply.failure));
  return promise;
}

/** The async iterable: the number of the call, the promise of its opening, and whether it is over. */
function toolStream(vm: Vm, id: CallId, failure: HostFailure | undefined): GuestObject {
  let opening: PromiseObject;
  if (failure === undefined) opening = vm.scheduler.pendingCall(id);
  else {
    opening = newPromise(vm);
    reject(vm, opening, vm.hostError(failure));
  }
  const fields: Value[] = [id, opening, false];
  return vm.newExotic(vm.realm.object("ToolStreamPrototype"), Kind.Record, new RecordData(TOOL_STREAM, fields));
}

/** One request of a stream: a promise of the step. */
export function pullStream(vm: Vm, stream: GuestObject, end: boolean): GuestObject {
  const id = vm.scheduler.reserveCall();
  vm.charge(CALL_STEPS);
  const promise = vm.scheduler.pendingCall(id);
  vm.host.pull(id, (stream.data as RecordData).fields[0] as CallId, end);
  return promise;
}
