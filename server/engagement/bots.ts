import { isbot } from "isbot";
import type { DropReason } from "../store/engagement-types.ts";

export interface VisitSigns {
  /** Headers as they came; null: not sent. */
  readonly userAgent: string | null;
  readonly secPurpose: string | null;
  /** Headers that came before Sec-Purpose: `Purpose`, `X-Purpose`, `X-Moz`. */
  readonly purpose: string | null;
  /** The owner's own browser, see `isOwnVisit`. */
  readonly ownVisit: boolean;
}

/** Characters of a user agent that are looked at. The patterns take time in proportion to it; browsers send about 120. */
const AGENT_MAX = 1_024;
/** Agents that are remembered. */
const AGENTS_MAX = 1_000;

const SPECULATIVE = /\b(?:prefetch|prerender|preview)\b/i;

/** The cookie by which the owner's browser says so: `document.cookie = "own-visit=1; path=/; max-age=34560000"` on a page of the site. */
const OWN_VISIT_COOKIE = "own-visit";

/** Whether an agent is a program's, remembered: the patterns take ten times as long as a look-up, and there are few agents among many visits. */
export function createBotCheck(): (userAgent: string) => boolean {
  const cache = new Map<string, boolean>();
  return (userAgent) => {
    const before = cache.get(userAgent);
    if (before !== undefined) return before;
    const found = isbot(userAgent.slice(0, AGENT_MAX));
    if (cache.size >= AGENTS_MAX) cache.clear();
    if (userAgent.length <= AGENT_MAX) cache.set(userAgent, found);
    return found;
  };
}

/** Why a visit does not count; null: it does. The first reason that holds, from the surest to the guessed. */
export function classifyVisit(
  { userAgent, secPurpose, purpose, ownVisit }: VisitSigns,
  isBot: (userAgent: string) => boolean = createBotCheck(),
): Exclude<DropReason, "unknown-slug"> | null {
  if (ownVisit) return "own-visit";
  // isbot takes an empty agent for a person.
  if (userAgent === null || userAgent.trim() === "") return "empty-agent";
  // A page that the browser loads before anybody asked for it, or a picture of it for a new tab.
  if (SPECULATIVE.test(secPurpose ?? "") || SPECULATIVE.test(purpose ?? "")) return "prefetch";
  return isBot(userAgent) ? "bot" : null;
}

export function isOwnVisit(cookieHeader: string | null): boolean {
  return (cookieHeader ?? "").split(";").some((pair) => pair.trim() === `${OWN_VISIT_COOKIE}=1`);
}

export function readVisitSigns(headers: Headers): VisitSigns {
  return {
    userAgent: headers.get("User-Agent"),
    secPurpose: headers.get("Sec-Purpose"),
    purpose: headers.get("Purpose") ?? headers.get("X-Purpose") ?? headers.get("X-Moz"),
    ownVisit: isOwnVisit(headers.get("Cookie")),
  };
}
