/**
 * A stream tool's call: the host's iterator and the requests of the program, served one after
 * another, one host call an item. A slot is held while the host works on a request and not between
 * them, so that open streams never keep other calls from running.
 *
 *   open ----> next, next, ... ----> done | return | failure      (the call's end)
 *                 the execution ends first: the iterator's return is called, nothing is answered
 */
import { issueText, type StreamTool, toolValidator } from "../../catalog/index.js";
import type { CallId, HostFailure } from "../../vm/index.js";
import type { Admitted } from "./admitted.js";
import type { Slots } from "./slots.js";

/** What the program gets for a request. */
export type StreamAnswer =
  | { readonly value: undefined; readonly path: string }
  | { readonly item: unknown; readonly done: boolean; readonly path: string }
  | { readonly failure: HostFailure };

export interface StreamPort {
  readonly slots: Slots;
  /** Most items of one stream. */
  readonly maxItems: number;
  /** Delivers; returns the failure that delivering made of it, if it did. */
  answer(id: CallId, answer: StreamAnswer): HostFailure | undefined;
  /** What the program may know of what the host threw. */
  failureOf(cause: unknown): HostFailure;
  /** An item that its schema refuses. */
  badItem(issues: string): HostFailure;
  /** More items than the limit: ends the execution. */
  overrun(items: number): void;
}

interface HostIterator {
  next(): unknown;
  return?: (() => unknown) | undefined;
}

type Request = { readonly id: CallId; readonly kind: "open" | "next" | "return" };

export class HostStream {
  private iterator: HostIterator | undefined;
  private readonly requests: Request[] = [];
  private items = 0;
  private isBusy = false;
  private isOver = false;

  constructor(
    private readonly tool: StreamTool,
    private readonly input: unknown,
    private readonly admitted: Admitted,
    private readonly port: StreamPort,
  ) {}

  /** True while the host owes an answer. */
  get isWaiting(): boolean {
    return this.isBusy;
  }

  /** Runs the tool; answered when its iterable is there. */
  open(id: CallId): void {
    this.request({ id, kind: "open" });
  }

  /** The next item, or with `end` the wish for no more. */
  pull(id: CallId, end: boolean): void {
    this.request({ id, kind: end ? "return" : "next" });
  }

  /** The execution is over. */
  stop(): void {
    this.requests.length = 0;
    this.close();
  }

  private request(request: Request): void {
    this.requests.push(request);
    this.serve();
  }

  private serve(): void {
    if (this.isBusy) return;
    const request = this.requests.shift();
    if (request === undefined) return;
    this.isBusy = true;
    this.port.slots.enter(() => {
      if (request.kind === "open") this.admitted.start();
      this.work(request).then(
        (answer) => this.settle(request, answer),
        (cause) => {
          if (!this.admitted.ended) this.settle(request, { failure: this.port.failureOf(cause) });
        },
      );
    });
  }

  private settle(request: Request, answer: StreamAnswer | undefined): void {
    // Nobody waits for an answer that comes after the end of the execution.
    if (answer === undefined || (this.admitted.ended && this.admitted.outcome === "interrupted")) return;
    const failed = this.port.answer(request.id, answer) ?? ("failure" in answer ? answer.failure : undefined);
    if (failed !== undefined) {
      this.admitted.end("failure", failed.message);
      // After a failure of its own an iterator is finished; after an item that cannot cross it is not.
      if ("failure" in answer) this.isOver = true;
      else this.close();
    } else if ("done" in answer && answer.done) {
      this.isOver = true;
      this.admitted.end("success");
    }
    this.isBusy = false;
    this.port.slots.release();
    this.serve();
  }

  private async work({ kind }: Request): Promise<StreamAnswer | undefined> {
    const { path } = this.admitted;
    if (kind === "open") {
      this.iterator = iteratorOf(await this.tool.run(this.input as never, this.admitted.context()));
      // Opened after the end: nobody will read it.
      if (this.admitted.ended) this.close();
      return { value: undefined, path };
    }
    const { iterator } = this;
    const end: StreamAnswer = { item: undefined, done: true, path };
    if (this.isOver || iterator === undefined) return end;
    if (kind === "return") {
      this.isOver = true;
      await iterator.return?.();
      return end;
    }
    const step = await iterator.next();
    if (typeof step !== "object" || step === null) throw new TypeError("the iterator's next() gave no object");
    const { done, value } = step as { readonly done?: unknown; readonly value?: unknown };
    if (done) return end;
    if (this.admitted.ended) return undefined;
    if (++this.items > this.port.maxItems) {
      this.port.overrun(this.items);
      return undefined;
    }
    const schema = toolValidator(this.tool.item);
    if (schema === undefined) return { item: value, done: false, path };
    const result = await schema["~standard"].validate(value);
    if (result.issues === undefined) return { item: result.value, done: false, path };
    this.close();
    return { failure: this.port.badItem(result.issues.map(issueText).join("; ")) };
  }

  /** Tells the host's iterator that nobody reads on. What it answers interests nobody any more. */
  private close(): void {
    const { iterator } = this;
    if (this.isOver || iterator === undefined) return;
    this.isOver = true;
    Promise.resolve()
      .then(() => iterator.return?.())
      .catch(() => {});
  }
}

/** The iterator of what a stream tool answered with. Throws TypeError when that is no async iterable. */
function iteratorOf(reply: unknown): HostIterator {
  if (typeof reply === "object" && reply !== null) {
    const source = reply as {
      [Symbol.asyncIterator]?(): HostIterator;
      getReader?(): { read(): unknown; cancel(): unknown };
    };
    const iterate = source[Symbol.asyncIterator];
    if (iterate !== undefined) return iterate.call(source);
    // A ReadableStream of a platform where it is not iterable yet.
    if (source.getReader !== undefined) {
      const reader = source.getReader();
      return { next: () => reader.read(), return: () => reader.cancel() };
    }
  }
  throw new TypeError("a stream tool's run must return an async iterable or a ReadableStream");
}
