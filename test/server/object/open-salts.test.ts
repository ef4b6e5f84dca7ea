import { expect, it } from "vitest";
import { openSalts } from "../../../server/object/open-salts.ts";

/** Refuses a call without its object, as workerd does. */
class State {
  readonly #works: Promise<unknown>[] = [];
  waitUntil(work: Promise<unknown>): void {
    this.#works.push(work);
  }
  done(): Promise<unknown> {
    return Promise.all(this.#works);
  }
}

it("keeps the salts in KV, and the object awake until they are there", async () => {
  const state = new State();
  const stored = new Map<string, string>();
  const errors: unknown[] = [];
  const kv = {
    get: async (key: string) => stored.get(key) ?? null,
    put: async (key: string, text: string) => void stored.set(key, text),
  };
  const options = {
    random: (bytes: number) => new Uint8Array(bytes).fill(7),
    clock: () => Date.UTC(2026, 2, 1, 12),
    onError: (error: unknown) => void errors.push(error),
  };
  const keys = await openSalts({ OCTAVO_SALTS: kv }, state, options);
  keys.keyFor({ addressPrefix: "192.0.2.1", userAgent: "Firefox", site: "https://ines.example" }, options.clock());
  await state.done();
  expect(errors).toEqual([]);
  expect([...stored.keys()]).toEqual(["salts"]);
});
