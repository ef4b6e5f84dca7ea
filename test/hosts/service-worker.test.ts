import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BUILD_TIMEOUT_MS } from "../helpers/sample-site.ts";
import { describeInBrowser, describeWith } from "../system/programs.ts";
import { isOfPage, startServiceWorker } from "./browser.ts";
import { compareAnswers, type Profile } from "./compare.ts";
import { buildHostDists, type HostDists } from "./dists.ts";
import type { RecordedRequest } from "./extra-requests.ts";
import { recordRequests } from "./recording.ts";
import { type ReferenceHost, startReference } from "./started.ts";
import { createTable } from "./table.ts";
import type { StartedHost } from "./web-servers.ts";

/**
 * The read API's black-box suite in a page in Chromium, with the site's files on plain nginx: every
 * request that a page can send, compared with Node's answers.
 */

const GROUPS = ["lists", "dates", "search", "documents", "missing", "http", "other queries", "other headers"];
const PROFILE: Profile = { refusesByItself: false, refusesQueries: false, ownPages: true };

describeWith(["nginx"], "nginx", () => {
  describeInBrowser("the service worker in Chromium", (openBrowser) => {
    describe.each([
      { at: "at the root", base: "" },
      { at: "below a path", base: "/blog" },
    ])("of a site $at", ({ base }) => {
      const table = createTable(GROUPS);
      let dists: HostDists;
      let node: ReferenceHost;
      let worker: StartedHost;
      let groups: ReadonlyMap<string, readonly RecordedRequest[]>;

      beforeAll(async () => {
        dists = await buildHostDists({ server: null, reader: null, origins: [], folder: "dist" }, base);
        groups = await recordRequests(dists.dirs, base);
        node = await startReference(dists.dirs.plain, base);
        worker = await startServiceWorker(openBrowser, dists.dirs.plain, { base });
      }, BUILD_TIMEOUT_MS);
      afterAll(async () => {
        await worker?.stop();
        await node?.stop();
        await dists?.remove();
        table.print();
      });

      it.each(GROUPS)("answers like Node: %s", async (group) => {
        const asked = (groups.get(group) ?? []).filter(isOfPage);
        const differences = await compareAnswers({ askNode: node.ask, host: worker.url }, asked, PROFILE);
        table.set("service worker", group, { requests: asked.length, differences: differences.length });
        expect(asked.length).toBeGreaterThan(1);
        expect(differences.slice(0, 15)).toEqual([]);
      }, 240_000);
    });
  });
});
