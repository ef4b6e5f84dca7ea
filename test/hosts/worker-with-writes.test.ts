import { afterAll, beforeAll, expect, it } from "vitest";
import { isForServer, matchServerRoute } from "../../contract/proxy-headers.ts";
import { buildDists } from "../api/open-api.ts";
import { BUILD_TIMEOUT_MS } from "../helpers/sample-site.ts";
import { compareAnswers } from "./compare.ts";
import { addHostFiles, type HostDists } from "./dists.ts";
import type { RecordedRequest } from "./extra-requests.ts";
import { recordRequests } from "./recording.ts";
import { HOSTS, type ReferenceHost, startReference, startWrangler } from "./started.ts";
import type { StartedHost } from "./web-servers.ts";

/**
 * The read API's black-box suite on the Worker that accepts writes. Its object has no secrets and
 * so never opens: reads depend on no server.
 */

const OPTIONS = { server: null, reader: null, origins: [], folder: "dist" };
const WRITES = { version: "0.0.0", jurisdiction: null, search: null, variables: {} };
/** The most differences that are shown. */
const SHOWN = 15;
const SUITE_TIMEOUT_MS = 240_000;

/** Other tests cover the write server: object-suites, cloudflare-writes. */
function isOfServer({ method, target }: RecordedRequest): boolean {
  const path = target.split("?")[0] ?? "";
  return isForServer(path, method) || matchServerRoute(path) !== null;
}

let dists: HostDists;
let node: ReferenceHost;
let host: StartedHost;
let groups: ReadonlyMap<string, readonly RecordedRequest[]>;
beforeAll(async () => {
  dists = await buildDists("");
  groups = await recordRequests(dists.dirs);
  node = await startReference(dists.dirs.plain);
  await addHostFiles(dists.dirs.plain, { ...OPTIONS, writes: WRITES }, ["cloudflare"]);
  host = await startWrangler(dists.dirs.plain, []);
}, BUILD_TIMEOUT_MS + SUITE_TIMEOUT_MS);
afterAll(async () => {
  await host?.stop();
  await node?.stop();
  await dists?.remove();
});

it(
  "the Worker answers like Node, except where the write server answers",
  async () => {
    const worker = HOSTS.find(({ name }) => name === "cloudflare workers") ?? expect.fail("no Worker");
    const recorded = [...groups].flatMap(([group, requests]) => (group === "counts" ? [] : requests));
    const asked = recorded.filter((request) => worker.covers?.(request) && !isOfServer(request));
    expect(asked.length).toBeGreaterThan(1_000);
    const differences = await compareAnswers({ askNode: node.ask, host: host.url }, asked, worker.profile);
    expect(differences.slice(0, SHOWN)).toEqual([]);
  },
  SUITE_TIMEOUT_MS,
);
