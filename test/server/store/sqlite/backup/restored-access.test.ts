import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { dropRevoked } from "../../../../../server/store/sqlite/backup/restored-revocations.ts";
import { openStore } from "../../../../../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../../../server/store/store.ts";

const NOW = Date.UTC(2026, 5, 1);

async function withStore<T>(file: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore({ file, clock: () => NOW, random: randomBytes });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

it("a restore signs every browser out of the desk, and restores no removed passkey", async () => {
  const folder = mkdtempSync(join(tmpdir(), "octavo-access-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [present, copy] = [join(folder, "octavo.db"), join(folder, "copy.db")];
  await withStore(present, async ({ access }) => {
    for (const id of ["aaaaaaaaaaaa", "bbbbbbbbbbbb"])
      await access.addPasskey({ id, credential: id, publicKey: randomBytes(8), counter: 0, name: id, createdAt: NOW });
    const times = { createdAt: NOW, usedAt: NOW, confirmedAt: NOW, expiresAt: NOW + 1_000 };
    await access.addSession({
      id: "cccccccccccc",
      hash: randomBytes(32),
      browser: randomBytes(32),
      sentBrowsers: [],
      name: "Firefox",
      way: "link",
      ...times,
    });
  });
  copyFileSync(present, copy);
  await withStore(present, ({ access }) => access.removePasskey("aaaaaaaaaaaa"));
  dropRevoked(copy, present);
  await withStore(copy, async ({ access }) => {
    expect((await access.listPasskeys()).map(({ id }) => id)).toEqual(["bbbbbbbbbbbb"]);
    expect(await access.listSessions()).toEqual([]);
  });
});
