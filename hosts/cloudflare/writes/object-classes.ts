/**
 * The classes of the site's Durable Objects. The write program is a separate module that only an
 * object loads, so a reading Worker starts without it.
 */

/** Relative to the Worker's own module. A list, so that no bundler follows it. */
const WRITE_PROGRAM = ["./write-program.js"];

interface StoredObject {
  fetch(request: Request): Promise<Response>;
  alarm?(): Promise<void>;
}

type ObjectClass = new (state: unknown, env: unknown) => StoredObject;

/** The exports of the write program. */
interface WriteProgram {
  readonly WritesClass: ObjectClass;
  readonly ErasuresClass: ObjectClass;
}

class LoadedObject implements StoredObject {
  readonly #parts: readonly [state: unknown, env: unknown];
  readonly #name: keyof WriteProgram;
  #opened: Promise<StoredObject> | null = null;

  constructor(name: keyof WriteProgram, state: unknown, env: unknown) {
    this.#name = name;
    this.#parts = [state, env];
  }

  async fetch(request: Request): Promise<Response> {
    return (await this.#open()).fetch(request);
  }

  async alarm(): Promise<void> {
    await (await this.#open()).alarm?.();
  }

  /** A failure is not cached: the next request tries again. */
  #open(): Promise<StoredObject> {
    this.#opened ??= this.#load().catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #load(): Promise<StoredObject> {
    const program = (await import(WRITE_PROGRAM.join(""))) as WriteProgram;
    return new program[this.#name](...this.#parts);
  }
}

/** The object that holds the site's database and answers its requests. */
export class OctavoWrites extends LoadedObject {
  constructor(state: unknown, env: unknown) {
    super("WritesClass", state, env);
  }
}

/** The object that has the list of erasures. */
export class OctavoErasures extends LoadedObject {
  constructor(state: unknown, env: unknown) {
    super("ErasuresClass", state, env);
  }
}
