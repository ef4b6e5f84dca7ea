import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mapLimit } from "../../build/shared/parallel.ts";
import { findWithoutBase } from "../api/below-base.ts";
import { BUILD_TIMEOUT_MS, PROJECT_DIR } from "../helpers/sample-site.ts";
import { compareAnswers } from "./compare.ts";
import { buildHostDists, type HostDists } from "./dists.ts";
import type { RecordedRequest } from "./extra-requests.ts";
import { CONNECTIONS_MAX } from "./http.ts";
import { recordRequests } from "./recording.ts";
import { HOSTS, type ReferenceHost, startReference } from "./started.ts";
import { createTable } from "./table.ts";
import type { StartedHost } from "./web-servers.ts";

/**
 * Every request of the read API's black-box suite, on every host, each answer compared with Node's.
 * No write server runs.
 */

const GROUP_TIMEOUT_MS = 240_000;
const START_TIMEOUT_MS = 120_000;
const GROUPS = [
  "lists",
  "dates",
  "search",
  "documents",
  "groups",
  "missing",
  "http",
  "traversal",
  "other queries",
  "other headers",
  "other files",
];
/** The most differences of a group that are shown. */
const SHOWN = 15;

/** A file of each kind below a folder of dist. */
async function oneOfEachKind(distDir: string, folder: string): Promise<RecordedRequest[]> {
  const names = (await readdir(join(distDir, folder))).filter((name) => !name.endsWith(".gz") && name !== "404.html").sort();
  const byKind = new Map(names.map((name) => [name.replace(/\.[0-9a-f]{16}/, "").replace(/^.*\./, ""), name]));
  return [...byKind.values()].flatMap((name) =>
    ["GET", "HEAD", "OPTIONS", "POST"].map((method) => ({ method, target: `/${folder}/${name}`, headers: {} })),
  );
}

describe.each([
  { at: "at the root", base: "" },
  { at: "below a path", base: "/blog" },
])("a site $at", ({ base }) => {
  const table = createTable(GROUPS);
  let dists: HostDists;
  let node: ReferenceHost;
  let groups: ReadonlyMap<string, readonly RecordedRequest[]>;
  beforeAll(async () => {
    dists = await buildHostDists({ server: null, reader: null, origins: [], folder: "dist" }, base);
    groups = await recordRequests(dists.dirs, base);
    node = await startReference(dists.dirs.plain, base);
  }, BUILD_TIMEOUT_MS);
  afterAll(async () => {
    await node?.stop();
    await dists?.remove();
    table.print();
  });

  it("all groups of the suite are sent", () => {
    expect([...groups.keys()].filter((name) => name !== "counts")).toEqual(GROUPS);
    const total = [...groups.values()].reduce((sum, requests) => sum + requests.length, 0);
    expect(total).toBeGreaterThan(1_000);
  });

  it("Node's answers, which all other hosts must match, have the base in each address", async () => {
    const requests = [...groups.values()].flat();
    const found = await mapLimit(requests, CONNECTIONS_MAX, async (request) => {
      const { body, headers } = await node.ask(request);
      return findWithoutBase(base, body, Object.entries(headers)).map((one) => `${request.target}: ${one}`);
    });
    expect(found.flat().slice(0, SHOWN)).toEqual([]);
  });

  describe.each(HOSTS)("$name", ({ name, profile, covers = () => true, start }) => {
    let host: StartedHost;
    beforeAll(async () => {
      host = await start(dists.dirs.plain, { secret: "", server: null, base });
    }, START_TIMEOUT_MS);
    afterAll(() => host?.stop());

    it.each(GROUPS)(
      "answers like Node: %s",
      async (group) => {
        const requests = [...(groups.get(group) ?? [])];
        if (group === "other files")
          requests.push(...(await oneOfEachKind(dists.dirs.plain, "media")), ...(await oneOfEachKind(dists.dirs.plain, "index/v1")));
        const asked = requests.filter(covers);
        const differences = await compareAnswers({ askNode: node.ask, host: host.url }, asked, profile);
        table.set(name, group, { requests: asked.length, differences: differences.length });
        expect(requests.length).toBeGreaterThan(0);
        expect(differences.slice(0, SHOWN)).toEqual([]);
      },
      GROUP_TIMEOUT_MS,
    );
  });

  it("docs/hosts.md has the table of this run", async () => {
    const docs = (await readFile(join(PROJECT_DIR, "docs/hosts.md"), "utf8")).split("\n");
    const start = docs.findIndex((line) => line.startsWith("| Host | lists |"));
    const rows = docs.slice(start, docs.indexOf("", start));
    expect(rows).toEqual(table.lines());
  });
});
