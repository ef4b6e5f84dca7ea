import { toCommentCard } from "../../../server/notices/compose-cards.ts";
import { type MessageWays, paragraph, toMessageTexts } from "../../../server/notices/message-parts.ts";
import type { OwnerMessage, SendOptions } from "../../../server/notices/owner-message.ts";

/** Options for a delivery that is never stopped, at 2026-01-31T09:30:00Z. */
export const NEVER: SendOptions = { signal: new AbortController().signal, now: Date.UTC(2026, 0, 31, 9, 30) };

/** A message with only a text, unless parts are given. */
export function newMessage({ parts, ...given }: Partial<OwnerMessage> = {}): OwnerMessage {
  const texts = toMessageTexts(parts ?? [paragraph(...(given.text ?? "A fine table.").split("\n"))]);
  return {
    id: "mz4k7tqa2wfh3xrb6ncy5sod",
    kind: "comments",
    createdAt: Date.UTC(2026, 0, 31, 9, 30),
    site: { name: "Ines", url: "https://ines.example" },
    title: "Comment by Ada on Tides",
    ...texts,
    ...(given.text === undefined ? {} : { privateText: given.text }),
    link: "https://ines.example/posts/tides",
    replyTo: null,
    data: { waiting: 1 },
    ...given,
  };
}

/** Links for a comment. */
export function newWays(
  name: string,
  { site = "https://ines.example", desk = null }: { site?: string; desk?: string | null } = {},
): MessageWays {
  return { kind: "ways", name: `Name of ${name}`, card: toCommentCard(`${site}/moderate/${name}`), desk, commands: [] };
}
