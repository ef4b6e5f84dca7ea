import { createOpenApiDocument } from "../../../build/openapi/openapi-document.ts";
import { checkHtml } from "../../helpers/html-faults.ts";
import { createConformance } from "../../helpers/openapi.ts";
import { bundleTests } from "./bundle-tests.ts";
import type { GivenAnswer } from "./in-object/checked-outside.ts";
import { loadMiniflare, OBJECT_RUNTIME } from "./miniflare.ts";

export interface TestObjects {
  /** The names of all tests. */
  readonly tests: readonly string[];
  /**
   * Runs a test in a new object.
   * @returns its failure, or null if it passed
   * @throws Error if an answer is not in the OpenAPI document, or a page is not valid
   */
  run(name: string): Promise<string | null>;
  stop(): Promise<void>;
}

/** Starts workerd with the suites that every engine passes. */
export async function startTestObjects(): Promise<TestObjects> {
  const Miniflare = await loadMiniflare();
  const runtime = new Miniflare({
    ...OBJECT_RUNTIME,
    modules: [{ type: "ESModule", path: "index.js", contents: await bundleTests() }],
    durableObjects: {
      OBJECTS: { className: "TestObject", useSQLite: true },
      ERASURES: { className: "TestErasures", useSQLite: true },
    },
  });
  const ask = async (init: object): Promise<unknown> => (await runtime.dispatchFetch("https://tests.local/", init)).json();
  return {
    tests: (await ask({})) as string[],
    run: async (name) => {
      const { failure, answers } = (await ask({ method: "POST", body: name })) as { failure: string | null; answers: GivenAnswer[] };
      for (const answer of answers) await check(answer);
      return failure;
    },
    stop: () => runtime.dispose(),
  };
}

const document = createOpenApiDocument({ baseUrl: "https://ines.example/api/v1", siteName: "Ines" });
const conformance = createConformance(document);
const withoutOrigin = createConformance(document, { optionalHeaders: ["Access-Control-Allow-Origin"] });

async function check({ method, url, status, headers, body, optionalHeaders }: GivenAnswer): Promise<void> {
  if (optionalHeaders === null) return checkHtml(url, body);
  const response = new Response(body === "" ? null : body, {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  });
  await (optionalHeaders.length === 0 ? conformance : withoutOrigin).checkResponse(method, url, response);
}
