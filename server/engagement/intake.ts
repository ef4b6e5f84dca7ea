import { DAY_MS } from "../days.ts";
import { toClientKeys } from "../http/address/ip.ts";
import type { EngagementInput, EngagementIntake } from "../route-context.ts";
import type { DropReason, EngagementEvent } from "../store/engagement-types.ts";
import { classifyVisit, createBotCheck, readVisitSigns } from "./bots.ts";
import { normalizeHost } from "./normalize.ts";
import { toEngagementEvent } from "./record.ts";
import type { VisitorKeys } from "./visitor-key.ts";

export interface IntakeOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly visitorKeys: Pick<VisitorKeys, "keyFor">;
}

/** Turns valid records into stored events, and gives the reason for each record that is dropped. */
export function createEngagementIntake({ clock, visitorKeys }: IntakeOptions): EngagementIntake {
  const isBot = createBotCheck();
  const hostOf = createHostReader();
  return {
    prepare: (input) => {
      const reason = classifyVisit(readVisitSigns(input.headers), isBot);
      // One reason for each record, because drops are counted in records.
      if (reason !== null) return { events: [], dropped: input.records.map(() => reason) };
      const events: EngagementEvent[] = [];
      const dropped: DropReason[] = [];
      const host = hostOf(input.content.baseUrl);
      const context = {
        now: clock(),
        content: input.content,
        ownHosts: [normalizeHost(host)],
        visitorAt: wantsNoKey(input.headers) ? () => null : createVisitorAt(visitorKeys, input, host),
      };
      for (const record of input.records) {
        const event = toEngagementEvent(record, context);
        if (event === null) dropped.push("unknown-slug");
        else events.push(event);
      }
      return { events, dropped };
    },
  };
}

/** Caches the site's host, which changes only with the published content. */
function createHostReader(): (baseUrl: string) => string {
  let read = { baseUrl: "", host: "" };
  return (baseUrl) => {
    if (read.baseUrl !== baseUrl) read = { baseUrl, host: new URL(baseUrl).host };
    return read.host;
  };
}

/**
 * Whether Global Privacy Control or its predecessor is on. Such visits are counted, but their
 * visitors are not distinguished.
 */
function wantsNoKey(headers: Headers): boolean {
  return headers.get("Sec-GPC")?.trim() === "1" || headers.get("DNT")?.trim() === "1";
}

function createVisitorAt(
  visitorKeys: IntakeOptions["visitorKeys"],
  { address, headers }: EngagementInput,
  site: string,
): (at: number) => Uint8Array | null {
  const visitor = { addressPrefix: toClientKeys(address).narrow, userAgent: headers.get("User-Agent") ?? "", site };
  // Nearly all records of a request belong to one day, so they share one key.
  let cachedKey: { readonly day: number; readonly key: Uint8Array | null } | null = null;
  return (at) => {
    const day = Math.floor(at / DAY_MS);
    if (cachedKey?.day !== day) cachedKey = { day, key: visitorKeys.keyFor(visitor, at) };
    return cachedKey.key;
  };
}
