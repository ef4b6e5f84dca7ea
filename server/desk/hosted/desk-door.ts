import { createHmac } from "node:crypto";
import { putDoor, takeDoor } from "../../../browser/desk/door-parameter.ts";
import { isSameText } from "../../same-text.ts";
import { DESK_HEADERS } from "../desk-html.ts";
import { readDeskCookies } from "./desk-sessions.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
/** Enough for one redirect on a slow phone, ms. Going back to a page that failed takes longer. */
const OPEN_MS = 3_000;
const VALUE = /^(\d{1,15})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/;

export interface DoorOptions {
  /** ms since 1970. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

/** The answer that a value leads to: the redirect with `unsafe-none`, or the page. */
type Step = "outside" | "page";

/** Lets a request for a page pass, without the door's value, or sends the browser to it. */
export type DeskDoor = (request: Request) => Request | Response;

/**
 * Three answers for each page, because the site's own pages share the desk's origin: a redirect with
 * the page's own opener policy, one with `unsafe-none`, then the page. A browser compares the
 * policies of all answers in turn (HTML, "enforce a response's opener policy"), so a window that a
 * page of the site has opened is out of that page's reach, whatever policy the page has.
 *
 * A page that makes a step fail before it reaches the server could read an unused value in the
 * window. Behind the first answer, only a page with the desk's own policies still has the window,
 * and the failed answer, which has others, takes it away. The value of the first answer never leads
 * to the page by itself.
 *
 * A value works once, for three seconds, only as its step, and only with the cookies and the address
 * of the first: a page that brings one from elsewhere cannot skip an answer. Any other value leads
 * to the first answer.
 */
export function createDeskDoor({ clock, random }: DoorOptions): DeskDoor {
  const key = random(KEY_BYTES);
  /** Values that have let a request in, and when each ends. */
  const used = new Map<string, number>();

  const sign = (request: Request, path: string, { step, start }: { readonly step: Step; readonly start: string }): string =>
    createHmac("sha256", key)
      .update(JSON.stringify([readDeskCookies(request), path, step, start]))
      .digest("base64url");

  const isOpen = (request: Request, path: string, { step, door }: { readonly step: Step; readonly door: string | null }): boolean => {
    if (door === null) return false;
    const [, end = "", nonce = "", mac = ""] = VALUE.exec(door) ?? [];
    const [now, endsAt] = [clock(), Number(end)];
    // A clock that was set back opens nothing for longer.
    if (
      now >= endsAt ||
      endsAt - now > OPEN_MS ||
      !isSameText(mac, sign(request, path, { step, start: `${end}.${nonce}` })) ||
      used.has(door)
    )
      return false;
    for (const [value, ended] of used) if (ended <= now || ended - now > OPEN_MS) used.delete(value);
    used.set(door, endsAt);
    return true;
  };

  return (sent) => {
    const url = new URL(sent.url);
    const { search, door } = takeDoor(url.search);
    const path = url.pathname + search;
    url.search = search;
    const request = door === null ? sent : new Request(url, sent);
    if (sent.method !== "GET" || isOpen(request, path, { step: "page", door })) return request;
    const isInside = isOpen(request, path, { step: "outside", door });
    const step = isInside ? "page" : "outside";
    const start = `${clock() + OPEN_MS}.${Buffer.from(random(NONCE_BYTES)).toString("base64url")}`;
    const location = url.pathname + putDoor(search, `${start}.${sign(request, path, { step, start })}`);
    return new Response(null, { status: 303, headers: { ...DESK_HEADERS, ...(isInside ? OUTSIDE : {}), Location: location } });
  };
}

const OUTSIDE = { "Cross-Origin-Opener-Policy": "unsafe-none" };
