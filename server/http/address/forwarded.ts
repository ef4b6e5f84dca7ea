import { isIPv4 } from "node:net";
import { normalizeAddress } from "./ip.ts";

/**
 * The hops in forwarding headers, starting from the client. null marks a hop that is hidden
 * (`unknown`, `_hidden`) or cannot be parsed; nothing to the left of it can be trusted.
 */
export type Hops = readonly (string | null)[];

/** Parses `X-Forwarded-For`: addresses separated by commas. Some proxies add ports. */
export function readXForwardedFor(header: string): Hops {
  return header.split(",").map((entry) => toAddress(entry.trim()));
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const PAIR = new RegExp(`^(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")$`, "s");

/** Parses `Forwarded` (RFC 7239), such as `for="[2001:db8::1]:4711";proto=https, for=192.0.2.1`. */
export function readForwarded(header: string): Hops {
  return splitOutsideQuotes(header, ",").map(readElement);
}

function readElement(element: string): string | null {
  let found: string | null = null;
  for (const pair of splitOutsideQuotes(element, ";")) {
    if (pair === "") continue;
    const parts = PAIR.exec(pair);
    if (parts === null) return null;
    if (parts[1]?.toLowerCase() !== "for") continue;
    if (found !== null) return null;
    found = parts[2] ?? (parts[3] ?? "").replace(/\\(.)/gs, "$1");
  }
  return found === null ? null : toAddress(found);
}

/** Splits and trims. An unclosed quote extends to the end. */
function splitOutsideQuotes(text: string, separator: "," | ";"): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (quoted && character === "\\") index += 1;
    else if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}

/**
 * Parses `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`.
 */
function toAddress(node: string): string | null {
  const bracketed = /^\[([^\]]*)\](?::[0-9A-Za-z._-]+)?$/.exec(node)?.[1];
  if (bracketed !== undefined) return bracketed.includes(":") ? normalizeAddress(bracketed) : null;
  const withPort = /^([0-9.]+):[0-9A-Za-z._-]+$/.exec(node)?.[1];
  if (withPort !== undefined) return isIPv4(withPort) ? withPort : null;
  return normalizeAddress(node);
}
