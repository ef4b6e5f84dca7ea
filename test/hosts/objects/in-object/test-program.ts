import type { ObjectNamespace } from "../../../../contract/objects/object-ids.ts";
import { openErasureObject } from "../../../../server/object/erasure-object.ts";
import type { ObjectState } from "../../../../server/object/object-env.ts";
import { describeConnection } from "../../../server/store/contract/connection-contract.ts";
import { describeStore } from "../../../server/store/contract/store-contract.ts";
import "./route-suites.ts";
import { takeAnswers } from "./checked-outside.ts";
import { setCurrentObject } from "./current-object.ts";
import { createObjectTestStore, openTestConnection } from "./object-test-store.ts";
import { describe, listTests, runTest } from "./vitest.ts";

describe("the connection", () => describeConnection(openTestConnection));
describe("the store", () => describeStore(createObjectTestStore));

interface TestEnv {
  readonly OBJECTS: ObjectNamespace;
  readonly ERASURES: ObjectNamespace;
}

/** One object for each test. */
export class TestObject {
  readonly #state: ObjectState;
  readonly #env: TestEnv;

  constructor(state: ObjectState, env: TestEnv) {
    this.#state = state;
    this.#env = env;
  }

  /**
   * Runs the test that the body names, and returns its failure with every answer and page that it
   * got.
   */
  async fetch(request: Request): Promise<Response> {
    const test = await request.text();
    const { ERASURES } = this.#env;
    const erasures: ObjectNamespace = { get: (id) => ERASURES.get(id), idFromName: (name) => ERASURES.idFromName(`${name} of ${test}`) };
    setCurrentObject({ storage: this.#state.storage, erasures });
    const failure = await runTest(test).then(
      () => null,
      (error: unknown) => (error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : String(error)),
    );
    return Response.json({ failure, answers: takeAnswers() });
  }
}

export class TestErasures {
  readonly fetch: (request: Request) => Promise<Response>;

  constructor(state: ObjectState) {
    this.fetch = openErasureObject(state);
  }
}

// biome-ignore lint/style/noDefaultExport: required by Workers
export default {
  /** GET lists the tests; POST runs the test that the body names. */
  async fetch(request: Request, { OBJECTS }: TestEnv): Promise<Response> {
    if (request.method === "GET") return Response.json(listTests());
    const name = await request.text();
    return OBJECTS.get(OBJECTS.idFromName(name)).fetch("https://objects.local/", { method: "POST", body: name });
  },
};
