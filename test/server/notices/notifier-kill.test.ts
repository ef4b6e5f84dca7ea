import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { createNotifier } from "../../../server/notices/notifier.ts";
import { readNoticeConfig } from "../../../server/notices/read-notice-config.ts";
import { openStore } from "../../../server/store/sqlite/sqlite-store.ts";
import { createFixture } from "../api-fixture.ts";
import { temporaryFolder } from "../store/file-store.ts";
import { newMessage } from "./messages.ts";
import { startMailServer } from "./receivers.ts";

const CHILD = fileURLToPath(new URL("notifier-child.ts", import.meta.url));
/** Longer than the lease of a message. */
const LATER_MS = 121_000;

it("the next process sends a message that a killed process was sending, with the same Message-ID", async () => {
  const server = await startMailServer();
  server.hangs = true;
  const file = `${temporaryFolder()}/octavo.db`;
  const child = spawn(process.execPath, [CHILD, file, String(server.port)], { stdio: ["ignore", "inherit", "inherit"] });
  const ended = new Promise<string | null>((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
  await expect.poll(() => server.unanswered.length, { timeout: 20_000 }).toBe(1);
  child.kill("SIGKILL");
  expect(await ended).toBe("SIGKILL");

  server.hangs = false;
  let now = Date.now();
  const store = openStore({ file, clock: () => now, random: (bytes) => randomBytes(bytes) });
  onTestFinished(() => store.close());
  const notifier = createNotifier({
    store,
    senders: readNoticeConfig({ OCTAVO_MAIL_SMTP: `smtp://127.0.0.1:${server.port}`, OCTAVO_MAIL_TO: "ines@ines.example" }).senders,
    compose: async ({ id }) => newMessage({ id }),
    clock: () => now,
    chance: () => 1,
    log: createFixture().log,
  });
  await notifier.run();
  // The next process cannot know that the killed one is no longer sending.
  expect(server.mails).toEqual([]);
  now += LATER_MS;
  await notifier.run();
  await notifier.run();
  const ids = [...server.unanswered, ...server.mails].map(({ headers }) => headers.get("message-id"));
  expect(ids).toHaveLength(2);
  expect(ids[1]).toEqual(ids[0]);
  expect(await store.notices.list(["waiting", "sent", "dead"])).toMatchObject([{ state: "sent", attempts: 2 }]);
});
