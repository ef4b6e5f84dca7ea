import { openErasureObject } from "./erasure-object.ts";
import type { ObjectEnv, ObjectState } from "./object-env.ts";
import { openWriteObject, type WriteObject } from "./write-object.ts";

/** The program's version, defined before the bundled program. */
declare const OCTAVO_VERSION: string;
/** The script of the desk's pages; "" if there is no desk. Defined in the same place. */
declare const OCTAVO_DESK_SCRIPT: string;

/** The class of the object that holds a site's database and answers its requests. */
export class WritesClass {
  readonly #state: ObjectState;
  readonly #env: ObjectEnv;
  #opened: Promise<WriteObject> | null = null;

  constructor(state: ObjectState, env: ObjectEnv) {
    this.#state = state;
    this.#env = env;
  }

  async fetch(request: Request): Promise<Response> {
    return (await this.#open()).fetch(request);
  }

  async alarm(): Promise<void> {
    await (await this.#open()).alarm();
  }

  /** A failure is not cached, so the next request tries again. */
  async #open(): Promise<WriteObject> {
    const opened = this.#opened;
    const before = await opened;
    // Another request may have opened the new database in the meantime: all requests share one
    // store.
    if (before?.isReplaced() === true && this.#opened === opened) {
      this.#opened = null;
      await before.close();
    }
    const program = { version: OCTAVO_VERSION, deskScript: OCTAVO_DESK_SCRIPT };
    this.#opened ??= openWriteObject(this.#state, this.#env, program).catch((error: unknown) => {
      this.#opened = null;
      // The Worker receives only the message.
      if (error instanceof Error && "hint" in error) console.error(`${error.message}: ${String(error.hint)}`);
      throw error;
    });
    return this.#opened;
  }
}

/** The class of the object that stores the list of erasures. */
export class ErasuresClass {
  readonly fetch: (request: Request) => Promise<Response>;

  constructor(state: ObjectState) {
    this.fetch = openErasureObject(state);
  }
}
