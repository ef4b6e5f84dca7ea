/**
 * `node notifier-child.ts <database> <port>` accepts an inquiry and sends it by SMTP, until it is
 * killed.
 */
import { randomBytes } from "node:crypto";
import { createNotifier } from "../../../server/notices/notifier.ts";
import { readNoticeConfig } from "../../../server/notices/read-notice-config.ts";
import { openStore } from "../../../server/store/sqlite/sqlite-store.ts";
import { newInquiry } from "../store/inputs.ts";
import { newMessage } from "./messages.ts";

const [file = "", port = ""] = process.argv.slice(2);
const store = openStore({ file, clock: Date.now, random: (bytes) => randomBytes(bytes) });
await store.inquiries.submit(newInquiry());
const quiet = (): void => {};
await createNotifier({
  store,
  senders: readNoticeConfig({ OCTAVO_MAIL_SMTP: `smtp://127.0.0.1:${port}`, OCTAVO_MAIL_TO: "ines@ines.example" }).senders,
  compose: async ({ id }) => newMessage({ id }),
  clock: Date.now,
  chance: Math.random,
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet, flush: quiet, lost: () => ({ lines: 0, reason: null }) },
}).run();
