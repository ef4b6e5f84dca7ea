import { expect, it } from "vitest";
import { createFixture } from "../../api-fixture.ts";
import { DESK, OPENED } from "./hosted-fixture.ts";

/** A server whose desk fails to load at first. */
function createFailingDesk() {
  let reads = 0;
  const fixture = createFixture({
    desk: {
      ...{ place: { kind: "host", origin: DESK }, senders: [], warnings: () => [] },
      get script() {
        reads += 1;
        if (reads === 1) throw new Error("too many open files");
        return "";
      },
    },
  });
  const open = (): Promise<Response> => fixture.send("GET", `${DESK}/`, { headers: { Host: new URL(DESK).host, ...OPENED } });
  return { ...fixture, open };
}

it("the server loads the desk again after a failure", async () => {
  const { open } = createFailingDesk();
  expect([(await open()).status, (await open()).status]).toEqual([500, 200]);
});

it("the server can be closed after the desk has failed to load", async () => {
  const { api, open } = createFailingDesk();
  expect((await open()).status).toBe(500);
  await expect(api.close()).resolves.toBeUndefined();
});
