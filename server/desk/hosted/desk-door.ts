import { createHmac } from "node:crypto";
import { putDoor, takeDoor } from "../../../browser/desk/door-parameter.ts";
import { isSameText } from "../../same-text.ts";
import { DESK_HEADERS } from "../desk-html.ts";
import { readDeskCookies } from "./desk-sessions.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
/** Long enough for one redirect on a slow phone, ms. */
const OPEN_MS = 10_000;
const VALUE = /^(\d{1,15})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/;

export interface DoorOptions {
  /** ms since 1970. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

/** Lets a request for a page pass, without the door's value, or sends the browser to it. */
export type DeskDoor = (request: Request) => Request | Response;

/**
 * Two answers for each page, because the site's own pages share the desk's origin: a redirect with
 * the opener policy `unsafe-none`, then the page with `same-origin`. A browser compares the policies
 * of all answers in turn (HTML, "enforce a response's opener policy"), so a window that a page of
 * the site has opened is out of that page's reach, whatever policy the page has.
 *
 * The value that leads to the second answer works once, for ten seconds, and only with the cookies
 * and the address of the first: a page that learns of one, or brings one from elsewhere, cannot skip
 * the first answer. Any other value leads to a new one.
 */
export function createDeskDoor({ clock, random }: DoorOptions): DeskDoor {
  const key = random(KEY_BYTES);
  /** Values that have let a request in, and when each ends. */
  const used = new Map<string, number>();

  const sign = (request: Request, path: string, start: string): string =>
    createHmac("sha256", key)
      .update(JSON.stringify([readDeskCookies(request), path, start]))
      .digest("base64url");

  const isOpen = (request: Request, path: string, door: string): boolean => {
    const [, end = "", nonce = "", mac = ""] = VALUE.exec(door) ?? [];
    const [now, endsAt] = [clock(), Number(end)];
    // A clock that was set back opens nothing for longer.
    if (now >= endsAt || endsAt - now > OPEN_MS || !isSameText(mac, sign(request, path, `${end}.${nonce}`)) || used.has(door)) return false;
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
    if (sent.method !== "GET" || (door !== null && isOpen(request, path, door))) return request;
    const start = `${clock() + OPEN_MS}.${Buffer.from(random(NONCE_BYTES)).toString("base64url")}`;
    const location = url.pathname + putDoor(search, `${start}.${sign(request, path, start)}`);
    return new Response(null, { status: 303, headers: { ...DESK_HEADERS, ...OUTSIDE, Location: location } });
  };
}

const OUTSIDE = { "Cross-Origin-Opener-Policy": "unsafe-none" };
