import { z } from "zod";
import { type HttpReceiver, startReceiver } from "./receivers.ts";

/**
 * Telegram's own checks of sendMessage (https://core.telegram.org/bots/api#sendmessage). One button
 * whose address has a host without a dot makes it refuse the whole message.
 */
const TelegramUrl = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes(".");
}, "Bad Request: inline keyboard button URL is invalid: Wrong HTTP URL");
const SendMessage = z.strictObject({
  chat_id: z.string().min(1),
  text: z.string().min(1).max(4_096),
  link_preview_options: z.strictObject({ is_disabled: z.boolean() }),
  reply_markup: z
    .strictObject({
      inline_keyboard: z.array(z.array(z.strictObject({ text: z.string().min(1), url: TelegramUrl })).min(1)).min(1),
    })
    .optional(),
});

/** ntfy's own checks (https://docs.ntfy.sh/publish/#publish-as-json): at most three actions. */
const NtfyMessage = z.strictObject({
  topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  title: z.string(),
  message: z.string().max(4_096),
  markdown: z.boolean(),
  click: z.url().optional(),
  actions: z
    .array(z.strictObject({ action: z.literal("view"), label: z.string().min(1), url: z.url() }))
    .min(1)
    .max(3)
    .optional(),
});

export type TelegramMessage = z.infer<typeof SendMessage>;
export type NtfyMessage = z.infer<typeof NtfyMessage>;

export function startTelegram(): Promise<HttpReceiver> {
  return startStandIn(SendMessage, (problem) => ({ ok: false, error_code: 400, description: problem }));
}

export function startNtfy(): Promise<HttpReceiver> {
  return startStandIn(NtfyMessage, (problem) => ({ code: 40018, http: 400, error: problem }));
}

function startStandIn(schema: z.ZodType, toRefusal: (problem: string) => object): Promise<HttpReceiver> {
  return startReceiver((response, { body }) => {
    const parsed = schema.safeParse(JSON.parse(body));
    if (parsed.success) response.end("{}");
    else response.writeHead(400).end(JSON.stringify(toRefusal(z.prettifyError(parsed.error))));
  });
}
