import { isbot } from "isbot";
import type { DropReason } from "../store/engagement-types.ts";

export interface VisitSigns {
  /** Header values as received; null if the header is missing. */
  readonly userAgent: string | null;
  readonly secPurpose: string | null;
  /** The older equivalents of Sec-Purpose: `Purpose`, `X-Purpose` and `X-Moz`. */
  readonly purpose: string | null;
  /** Whether this is the owner's own browser; see `isOwnVisit`. */
  readonly ownVisit: boolean;
}

/**
 * User agents are cut to this many characters, because matching takes time in proportion to their
 * length. Browsers send about 120.
 */
const AGENT_MAX = 1_024;
/** Maximum number of user agents to cache. */
const AGENTS_MAX = 1_000;

const SPECULATIVE = /\b(?:prefetch|prerender|preview)\b/i;

/**
 * The cookie that marks the owner's browser. Set it on any page of the site: `document.cookie =
 * "own-visit=1; path=/; max-age=34560000"`.
 */
const OWN_VISIT_COOKIE = "own-visit";

/**
 * Whether a user agent is a bot. Results are cached: matching takes ten times as long as a look-up,
 * and many visits share a few agents.
 */
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

/**
 * The reason not to count a visit, or null to count it. Reasons that are certain take precedence
 * over guesses.
 */
export function classifyVisit(
  { userAgent, secPurpose, purpose, ownVisit }: VisitSigns,
  isBot: (userAgent: string) => boolean = createBotCheck(),
): Exclude<DropReason, "unknown-slug"> | null {
  if (ownVisit) return "own-visit";
  // isbot takes an empty user agent for a person.
  if (userAgent === null || userAgent.trim() === "") return "empty-agent";
  // A page that the browser loads ahead of time, or renders as a preview for a new tab.
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
