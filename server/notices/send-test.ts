import { paragraph, toMessageTexts } from "./message-parts.ts";
import type { NoticeConfig } from "./notice-config.ts";
import { secretsOf } from "./notice-config.ts";
import { redact } from "./notice-retry.ts";
import type { OwnerMessage } from "./owner-message.ts";

const TEST_TEXT = "This is how comments and inquiries will reach you.";

export interface TestResult {
  readonly channel: string;
  /** Contains no secrets; null if the message was accepted. */
  readonly error: string | null;
}

/** Sends a message through each channel immediately. `id` is a new public id. */
export function sendTestMessage(
  config: NoticeConfig,
  { id, now, signal }: { readonly id: string; readonly now: number; readonly signal: AbortSignal },
): Promise<TestResult[]> {
  const message: OwnerMessage = {
    id,
    kind: "test",
    createdAt: now,
    site: { name: "Octavo", url: "http://localhost" },
    title: "A test from Octavo",
    ...toMessageTexts([paragraph(TEST_TEXT)]),
    link: null,
    replyTo: null,
    data: {},
  };
  return Promise.all(
    config.senders.map(async ({ channel, send }): Promise<TestResult> => {
      try {
        await send(message, { signal, now });
        return { channel, error: null };
      } catch (error) {
        return { channel, error: redact(error, secretsOf(config)) };
      }
    }),
  );
}
