import { expect, it } from "vitest";
import { createLog } from "../../../server/log.ts";
import { openObjectIncidents } from "../../../server/object/object-incidents.ts";
import { createPublished } from "../../../server/published.ts";
import { readServerConfig } from "../../../server/server-config.ts";
import { createTestStore } from "../store/file-store.ts";

it.each(["{damaged", "[]", '{"format":2}'])("an object treats the record of incidents %s as empty", async (record) => {
  const { store, clock } = createTestStore({ fast: true });
  await store.incidents.keep(record);
  const log = createLog({ write: () => {}, clock: () => clock.now, soon: (run) => run() });
  const published = createPublished({ read: async () => null, clock: () => clock.now });
  const config = readServerConfig({ env: {}, host: "127.0.0.1" });
  const { work } = await openObjectIncidents({ store, published, config, notices: { senders: [] }, clock: () => clock.now, log });
  expect(await work.dueAfterWrite?.()).toBeNull();
});
