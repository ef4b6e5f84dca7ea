import { toMinuteIn } from "../days.ts";
import { type MessagePart, paragraph, toMessageTexts } from "../notices/message-parts.ts";
import { type OwnerMessage, toOneLine } from "../notices/owner-message.ts";
import type { IncidentMessage } from "./incident-record.ts";

export interface IncidentSite {
  readonly name: string;
  readonly url: string;
  /** Known to this runtime. */
  readonly timeZone: string;
  /** Whether the server runs on a machine, where `octavo doctor` can run. */
  readonly hasMachine: boolean;
}

/** The message that an incident has started or ended. */
export function composeIncident(
  { id, incident, since, until }: IncidentMessage,
  { name, url, timeZone, hasMachine }: IncidentSite,
): OwnerMessage {
  const { kind, publicMessage, message, remedy } = incident;
  const time = (at: number): string => `${toMinuteIn(at, timeZone)} (${timeZone})`;
  const toParts = (what: string): MessagePart[] =>
    until === null
      ? [
          paragraph(what),
          paragraph(`Since: ${time(since)}`, `What to do: ${remedy}`),
          paragraph(`You will get another message when this is over.${hasMachine ? " octavo doctor examines everything." : ""}`),
        ]
      : [paragraph(`This is over: ${what}`), paragraph(`From ${time(since)}`, `to   ${time(until)}`)];
  return {
    id,
    kind: "incident",
    createdAt: until ?? since,
    site: { name, url },
    title: toOneLine(until === null ? `${name}: ${publicMessage}` : `${name}: over: ${publicMessage}`),
    ...toMessageTexts(toParts(message), toParts(publicMessage)),
    link: null,
    replyTo: null,
    data: {
      incident: kind,
      state: until === null ? "begun" : "over",
      message: publicMessage,
      since: new Date(since).toISOString(),
      until: until === null ? null : new Date(until).toISOString(),
    },
  };
}
