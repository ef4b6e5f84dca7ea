import { toMinuteIn } from "../days.ts";
import { type OwnerMessage, toOneLine } from "../notices/owner-message.ts";
import type { TroubleMessage } from "./trouble-record.ts";

export interface TroubleSite {
  readonly name: string;
  readonly url: string;
  /** Known to this runtime. */
  readonly timeZone: string;
}

/** The message that a trouble has begun, or is over. */
export function composeTrouble({ id, trouble, since, until }: TroubleMessage, { name, url, timeZone }: TroubleSite): OwnerMessage {
  const { kind, publicMessage, message, remedy } = trouble;
  const time = (at: number): string => `${toMinuteIn(at, timeZone)} (${timeZone})`;
  const toText = (what: string): string =>
    until === null
      ? `${what}\n\nSince: ${time(since)}\nWhat to do: ${remedy}\n\nYou get another message when this is over. octavo doctor examines everything.\n`
      : `This is over: ${what}\n\nFrom ${time(since)}\nto   ${time(until)}\n`;
  return {
    id,
    kind: "trouble",
    createdAt: until ?? since,
    site: { name, url },
    title: toOneLine(until === null ? `${name}: ${publicMessage}` : `${name}: over: ${publicMessage}`),
    text: toText(publicMessage),
    privateText: toText(message),
    link: null,
    replyTo: null,
    data: {
      trouble: kind,
      state: until === null ? "begun" : "over",
      message: publicMessage,
      since: new Date(since).toISOString(),
      until: until === null ? null : new Date(until).toISOString(),
    },
  };
}
