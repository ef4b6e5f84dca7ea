import { z } from "zod";
import { sendTestMessage } from "../notices/send-test.ts";
import { toPublicId } from "../store/sqlite/ids.ts";
import { defineOperation } from "./owner-operation.ts";

/** How long, in ms, a channel may take to answer before it counts as failed. */
const TIME_MAX_MS = 60_000;

/** Sends a message through each of the server's channels, with the server's settings. */
export const noticeTest = defineOperation({
  name: "notices.test",
  scope: "moderate",
  about: "Sends a test message through each channel of the server",
  input: z.strictObject({}),
  output: z.strictObject({
    /**
     * Empty if no channel is configured. `error` contains no secret; null if the message was
     * accepted.
     */
    results: z.array(z.strictObject({ channel: z.string(), error: z.string().nullable() })),
  }),
  run: async ({ notices, clock, random }) => ({
    results: await sendTestMessage(notices, { id: toPublicId(random), now: clock(), signal: AbortSignal.timeout(TIME_MAX_MS) }),
  }),
});
