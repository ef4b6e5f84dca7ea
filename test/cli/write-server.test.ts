import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openWriteServer } from "../../cli/write-server.ts";
import { DEFAULT_CONFIG } from "../../server/config.ts";
import { createLog } from "../../server/log.ts";

const NOW = Date.UTC(2026, 0, 31);

function createSite() {
  const folder = mkdtempSync(join(tmpdir(), "octavo-write-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const io = { now: () => NOW, setTimer: () => () => {} };
  return {
    folder,
    /** Starts and stops; returns what its log says at the level `error`. */
    start: async (limits = DEFAULT_CONFIG.limits): Promise<Record<string, unknown>[]> => {
      let lines = "";
      const log = createLog({ write: (text) => (lines += text), clock: io.now, level: "error" });
      const config = { ...DEFAULT_CONFIG, limits };
      const server = await openWriteServer({ io, dbFile: join(folder, "octavo.db"), published: folder, config, log });
      await server.close();
      return lines.split("\n").flatMap((line): Record<string, unknown>[] => (line === "" ? [] : [JSON.parse(line)]));
    },
  };
}

it("says at each start that the secrets are not those of the database, and nothing where they are", async () => {
  const { folder, start } = createSite();
  expect(await start()).toEqual([]);
  expect(await start()).toEqual([]);
  rmSync(join(folder, "secrets.json"));
  for (let n = 0; n < 2; n += 1) {
    expect(await start()).toMatchObject([
      {
        message: "SECRETS AND DATABASE DO NOT BELONG TOGETHER",
        detail: expect.stringMatching(/goes with [0-9a-f]{16},.*holds [0-9a-f]{16}\./),
      },
    ]);
  }
});

it("says that nothing is limited, however quiet the log was asked to be", async () => {
  expect(await createSite().start(null)).toMatchObject([
    { message: expect.stringContaining("OCTAVO_RATE_LIMITS=off: NOTHING IS LIMITED") },
  ]);
});
