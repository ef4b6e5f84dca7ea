import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { READ_OPERATIONS } from "../../contract/operations/operations-read.ts";
import { ROUTES, routeOf } from "../../contract/paths.ts";
import type { Problem } from "../../contract/problems.ts";
import { BUILD_TIMEOUT_MS, PROJECT_DIR } from "../helpers/sample-site.ts";
import { buildDists, type Dists, type OpenApi, openApi, serveInProcess, serveOverSocket } from "./open-api.ts";
import { type Answer, type ApiRequest, BASE_URL } from "./request.ts";
import { REQUESTS } from "./requests.ts";

/**
 * Tests the read API of the real sample site from outside. Every answer is checked against the
 * site's own OpenAPI document.
 */

describe.each([
  { how: "in process", serve: serveInProcess, base: "" },
  { how: "over a socket", serve: serveOverSocket, base: "" },
  { how: "below a path", serve: serveOverSocket, base: "/blog" },
])("the read API $how", ({ serve, base }) => {
  let dists: Dists;
  let api: OpenApi;
  beforeAll(async () => {
    dists = await buildDists(base);
    api = await openApi(dists.dirs, serve, base);
  }, BUILD_TIMEOUT_MS);
  afterAll(async () => {
    await api?.close();
    await dists?.remove();
  });

  describe.each(Object.entries(REQUESTS))("%s", (_, requests) => {
    for (const request of requests)
      it(titleOf(request), async () => {
        const answer = await api.send(request.target, request);
        expect(answer.status, answer.text.slice(0, 500)).toBe(request.status);
        if (request.code !== undefined && request.method !== "HEAD") expectProblem(answer, request);
        await request.check?.(answer, api);
      });
  });

  it("is tested with every documented status of every read operation", () => {
    const ofFiles = READ_OPERATIONS.filter(({ route }) => routeOf(route).serverMethods.length === 0);
    const fromFiles = ofFiles.map(({ id }) => id);
    const paths = ROUTES.filter(({ serverMethods }) => serverMethods.length === 0).map(({ path }) => path);
    expect(ofFiles.map(({ route }) => routeOf(route).path).sort()).toEqual(paths.sort());
    // 500 would be a fault of the API; 501 comes from hosts that cannot run the read handler.
    expect(api.conformance.coverage({ operations: (id) => fromFiles.includes(id), exceptStatuses: [500, 501] })).toEqual(
      // The sample site has no categories.
      ["getCategory 200", "getCategory 304"],
    );
    const fromServer = READ_OPERATIONS.map(({ id }) => id).filter((id) => !fromFiles.includes(id));
    const unseen = api.conformance.coverage({ operations: (id) => fromServer.includes(id), exceptStatuses: [200, 304, 400, 403, 500] });
    expect(unseen).toEqual([]);
  });
});

function titleOf({ method = "GET", target, site = "plain", status, shows }: ApiRequest): string {
  const short = target.length > 90 ? `${target.slice(0, 60)}… (${target.length})` : target;
  return `${method} ${short} ${site === "plain" ? "" : `(${site}) `}→ ${status}: ${shows}`;
}

function expectProblem(answer: Answer, { code, status, target, errors = [], hint = "", site = "plain" }: ApiRequest): void {
  expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
  // While nothing is published, a 404 contains the base address that its client requested, so no
  // cache may give it to another client.
  expect(answer.headers.get("Cache-Control")).toBe(status === 404 && site !== "empty" ? "public, max-age=30" : "no-store");
  // Only the server knows which origins may send likes.
  const ofLikes = target.endsWith("/like") && status !== 404;
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe(ofLikes ? null : "*");
  const problem = answer.json<Problem>();
  expect({ code: problem.code, status: problem.status }).toEqual({ code, status });
  expect(problem.errors.map((item) => `${item.parameter} ${item.code}`).sort()).toEqual([...errors].sort());
  if (hint !== "") expect(problem.errors.map(({ detail }) => detail).join("\n")).toContain(hint);
  if (site !== "empty") expect(problem.type).toBe(`${BASE_URL}/problems/${code}`);
  for (const inside of [tmpdir(), PROJECT_DIR, "node_modules", ".ts:"]) expect(answer.text).not.toContain(inside);
}
