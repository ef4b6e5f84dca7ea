import { randomBytes } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { createData } from "../data-fixture.ts";

it("octavo desk revoke revokes every browser, and the passkeys named in addition to all", async () => {
  const data = await createData();
  onTestFinished(() => data.remove());
  const at = Date.UTC(2026, 0, 31);
  await data.use(async ({ access }) => {
    for (const id of ["aaaaaaaaaaaa", "bbbbbbbbbbbb"])
      await access.addPasskey({ id, credential: id, publicKey: randomBytes(8), counter: 0, name: id, createdAt: at });
  });
  const { code, out } = await data.run(["desk", "revoke", "all", "aaaaaaaaaaaa"]);
  expect([code, out]).toEqual([0, expect.stringContaining("passkey aaaaaaaaaaaa is removed\n")]);
  expect(await data.use(async ({ access }) => (await access.listPasskeys()).map(({ id }) => id))).toEqual(["bbbbbbbbbbbb"]);
});
