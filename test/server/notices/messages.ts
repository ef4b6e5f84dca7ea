import type { OwnerMessage, SendOptions } from "../../../server/notices/owner-message.ts";

/** Options of a sending that nothing stops, at 2026-01-31T09:30:00Z. */
export const NEVER: SendOptions = { signal: new AbortController().signal, now: Date.UTC(2026, 0, 31, 9, 30) };

export function newMessage(given: Partial<OwnerMessage> = {}): OwnerMessage {
  return {
    id: "mz4k7tqa2wfh3xrb6ncy5sod",
    kind: "comments",
    createdAt: Date.UTC(2026, 0, 31, 9, 30),
    site: { name: "Ines", url: "https://ines.example" },
    title: "Comment by Ada on Tides",
    text: "A fine table.\n",
    privateText: given.text ?? "A fine table.\n",
    link: "https://ines.example/posts/tides",
    replyTo: null,
    data: { waiting: 1 },
    ...given,
  };
}
