import { expect, it } from "vitest";
import { createLog } from "../../../server/log.ts";
import { openObjectTroubles } from "../../../server/object/object-troubles.ts";
import { createPublished } from "../../../server/published.ts";
import { readServerConfig } from "../../../server/server-config.ts";
import { createTestStore } from "../store/file-store.ts";

it.each(["{damaged", "[]", '{"format":2}'])("an object treats the record of troubles %s as empty", async (record) => {
  const { store, clock } = createTestStore({ fast: true });
  await store.troubles.keep(record);
  const log = createLog({ write: () => {}, clock: () => clock.now, soon: (run) => run() });
  const published = createPublished({ read: async () => null, clock: () => clock.now });
  const config = readServerConfig({ env: {}, host: "127.0.0.1" });
  const { work } = await openObjectTroubles({ store, published, config, notices: { senders: [] }, clock: () => clock.now, log });
  expect(await work.dueAfterWrite?.()).toBeNull();
});
