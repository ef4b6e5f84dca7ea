import { didYouMean } from "../build/shared/suggest.ts";
import { readQueryInstant } from "../contract/query/query-instant.ts";
import { readSiteUrl } from "../contract/text/base-path.ts";
import { HOST_NAMES, type HostName } from "../hosts/host-names.ts";
import { usageError } from "./io.ts";
import type { OptionName } from "./option-specs.ts";

/** Below the folder that octavo runs in. The secrets stand beside it. */
export const DEFAULT_DB = "data/octavo.db";

/** Readers of options: each throws a CliError with exit code 2 for a wrong value. */

/** How to say when to build again. */
export const NEXT_FORMS = ["cron", "iso"] as const;
export type NextForm = (typeof NEXT_FORMS)[number];

const DEFAULT_PORT = 3000;
const PORT_MAX = 65_535;
const ALL_HOSTS = "all";

/** In the order of the docs, each once. */
export function toHosts(text: string | null): readonly HostName[] {
  const given = (text ?? "").split(",").map((name) => name.trim());
  for (const name of given)
    if (name !== "" && name !== ALL_HOSTS && !HOST_NAMES.some((host) => host === name))
      throw usageError(
        `--host "${name}" is no host that octavo knows`,
        didYouMean(name, HOST_NAMES) ?? `want ${HOST_NAMES.join(", ")} or all`,
      );
  return HOST_NAMES.filter((host) => given.includes(host) || given.includes(ALL_HOSTS));
}

/** Names of machines, with commas between, in lower case. */
export function toHostNames(name: OptionName, text: string | null): readonly string[] {
  const names = (text ?? "").split(",").map((one) => one.trim().toLowerCase());
  const wrong = names.find((one) => /[^\p{L}\p{N}._-]/u.test(one));
  if (wrong !== undefined) throw usageError(`--${name} is "${wrong}"`, "want a name without scheme, port and path, such as mybox.local");
  // Browsers send names of other scripts as ASCII.
  return names.filter((one) => one !== "").map((one) => URL.parse(`http://${one}`)?.hostname ?? one);
}

/** One of some words; null: not given. */
export function toWord<const T extends string>(name: OptionName, text: string | null, words: readonly T[]): T | null {
  if (text === null) return null;
  const found = words.find((word) => word === text);
  if (found === undefined) throw usageError(`--${name} is "${text}"`, didYouMean(text, words) ?? `want ${words.join(", ")}`);
  return found;
}

export function toOrigin(name: OptionName, text: string | null): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  const plain =
    url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.pathname === "/" && url.search + url.hash === "";
  if (!plain) throw usageError(`--${name} is "${text}"`, "want an address without a path, such as https://api.ines.example");
  return url.origin;
}

/** The address of a site: an origin, and a path if the site lives below one. */
export function toSiteUrl(name: OptionName, text: string | null): string | null {
  if (text === null) return null;
  const url = readSiteUrl(text);
  if (url === null)
    throw usageError(`--${name} is "${text}"`, "want the address of a site, such as https://ines.example or https://ines.example/blog");
  return url;
}

/** The public address of a site; one without a scheme is taken for https. */
export function toPublicSiteUrl(text: string | null): string | null {
  if (text === null) return null;
  const url = toSiteUrl("url", /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`) ?? "";
  const host = URL.parse(url)?.hostname ?? "";
  // No site on the internet has such a name, so it is a slip: the name of the site, or half an address.
  if (!host.includes(".") && !host.startsWith("[") && host !== "localhost")
    throw usageError(`--url is "${text}", which is no public address`, `want the whole name: https://${host}.example`);
  return url;
}

export function toPort(text: string | null, fallback = DEFAULT_PORT): number {
  if (text === null) return fallback;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= PORT_MAX)) throw usageError(`"${text}" is not a port`, `want a whole number from 0 to ${PORT_MAX}; 0 takes a free one`);
  return port;
}

export function toCount(name: OptionName, text: string | null): number | null {
  if (text === null) return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw usageError(`--${name} is "${text}"`, "want a whole number from 1");
  return Number(text);
}

export function toDayOption(name: OptionName, text: string | null): string | null {
  if (text === null) return null;
  const read = readQueryInstant(text);
  if (read.form !== "date") throw usageError(`--${name} is "${text}", which is no day`, "want a day such as 2026-01-31");
  return text;
}

export function toInstantOption(text: string | null): string | null {
  if (text === null) return null;
  const read = readQueryInstant(text);
  if (read.form === "wrong") {
    const problem = read.code === "invalid_format" ? `--now is "${text}"` : `--now: ${read.detail}`;
    throw usageError(problem, "want an instant such as 2026-01-31T09:30:00Z");
  }
  const ms = read.form === "date" ? read.days * 86_400_000 : read.ms;
  return new Date(ms).toISOString();
}
