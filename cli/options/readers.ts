import { didYouMean } from "../../build/shared/suggest.ts";
import { readQueryInstant } from "../../contract/query/query-instant.ts";
import { readSiteUrl } from "../../contract/text/base-path.ts";
import { HOST_NAMES, type HostName } from "../../hosts/host-names.ts";
import { isAgeRecipient } from "../../server/backups/age-recipient.ts";
import { usageError } from "../io.ts";
import type { Option } from "./option.ts";

type Extras = Pick<Option<unknown>, "short" | "env" | "many">;
type Read<T> = Option<T>["read"];

/** For an option that applies to one run only. */
export const ONCE: Extras = { env: false };

const PORT_MAX = 65_535;
const ALL_HOSTS = "all";

export function flag(about: string, extras: Extras = {}): Option<boolean> {
  return { about, value: null, read: (text) => text === "true", fallback: false, ...extras };
}

export function option<T>(value: string, about: string, read: Read<T>, extras: Extras = {}): Option<T | null> {
  return { about, value, read, fallback: null, ...extras };
}

export function freeText(value: string, about: string, extras?: Extras): Option<string | null> {
  return option(value, about, (given) => given, extras);
}

/** @param words the valid values */
export function word<const T extends string>(value: string, about: string, words: readonly T[], extras?: Extras): Option<T | null> {
  const read: Read<T> = (given, source) => {
    const found = words.find((one) => one === given);
    if (found === undefined) throw usageError(`${source} is "${given}"`, didYouMean(given, words) ?? `want ${words.join(", ")}`);
    return found;
  };
  return option(value, about, read, extras);
}

/**
 * Names separated by commas. The last of `names` means all of them.
 * @throws CliError with exit code 2
 */
export function readNames<const T extends string>(source: string, text: string, names: readonly T[]): readonly T[] {
  return text.split(",").map((part) => {
    const found = names.find((name) => name === part.trim());
    const rule = `want ${names.slice(0, -1).join(", ")} or ${names.at(-1)}; commas separate several`;
    if (found === undefined) throw usageError(`${source} has "${part}"`, didYouMean(part, names) ?? rule);
    return found;
  });
}

/** An age public key. */
export function ageRecipient(about: string, extras?: Extras): Option<string | null> {
  const read: Read<string> = (given, source) => {
    if (isAgeRecipient(given)) return given;
    throw usageError(`${source} is not an age public key`, "want the line that age-keygen labels public key: age1…");
  };
  return option("public key", about, read, extras);
}

/** A whole number from 1. */
export function count(value: string, about: string, extras?: Extras): Option<number | null> {
  const read: Read<number> = (given, source) => {
    if (!/^[1-9]\d{0,8}$/.test(given)) throw usageError(`${source} is "${given}"`, "want a whole number from 1");
    return Number(given);
  };
  return option(value, about, read, extras);
}

export function port(fallback: number, extras: Extras = {}): Option<number> {
  const read: Read<number> = (given, source) => {
    const number = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
    if (!(number <= PORT_MAX))
      throw usageError(`${source} is "${given}", which is not a port`, `want a whole number from 0 to ${PORT_MAX}; 0 picks a free one`);
    return number;
  };
  return { about: "port to listen on; 0 picks a free one", value: "number", read, fallback, ...extras };
}

/** Hosts to write files for, each once, in the order used in the docs. */
export function hosts(about: string, extras: Extras): Option<readonly HostName[]> {
  const read: Read<readonly HostName[]> = (given, source) => {
    const names = given.split(",").map((name) => name.trim());
    for (const name of names)
      if (name !== "" && name !== ALL_HOSTS && !HOST_NAMES.some((host) => host === name))
        throw usageError(
          `${source} "${name}" is not a host that octavo supports`,
          didYouMean(name, HOST_NAMES) ?? `want ${HOST_NAMES.join(", ")} or all`,
        );
    return HOST_NAMES.filter((host) => names.includes(host) || names.includes(ALL_HOSTS));
  };
  return { about, value: "names", read, fallback: [], many: true, ...extras };
}

/** Host names, separated by commas, in lower case. */
export function machineNames(about: string): Option<readonly string[]> {
  const read: Read<readonly string[]> = (given, source) => {
    const names = given.split(",").map((one) => one.trim().toLowerCase());
    const wrong = names.find((one) => /[^\p{L}\p{N}._-]/u.test(one));
    if (wrong !== undefined) throw usageError(`${source} is "${wrong}"`, "want a name without scheme, port and path, such as mybox.local");
    // Browsers send names in other scripts in ASCII form.
    return names.filter((one) => one !== "").map((one) => URL.parse(`http://${one}`)?.hostname ?? one);
  };
  return { about, value: "names", read, fallback: [], many: true };
}

/** `https://api.ines.example` */
export function origin(about: string): Option<string | null> {
  const read: Read<string> = (given, source) => {
    const url = URL.parse(given);
    const plain =
      url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.pathname === "/" && url.search + url.hash === "";
    if (!plain) throw usageError(`${source} is "${given}"`, "want an address without a path, such as https://api.ines.example");
    return url.origin;
  };
  return option("address", about, read);
}

/** The address of a site: an origin, and a path if the site is under one. */
export function siteUrl(about: string, extras?: Extras): Option<string | null> {
  return option("address", about, toSiteUrl, extras);
}

function toSiteUrl(given: string, source: string): string {
  const url = readSiteUrl(given);
  if (url !== null) return url;
  throw usageError(`${source} is "${given}"`, "want the address of a site, such as https://ines.example or https://ines.example/blog");
}

/** The public address of a site. Without a scheme, https is assumed. */
export function toPublicSiteUrl(given: string, source: string): string {
  const url = toSiteUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`, source);
  const host = URL.parse(url)?.hostname ?? "";
  // No site on the internet has such a name, so it is a mistake, such as the site's name or half an
  // address.
  if (!host.includes(".") && !host.startsWith("[") && host !== "localhost")
    throw usageError(`${source} is "${given}", which is not a public address`, `want the whole name: https://${host}.example`);
  return url;
}

/** `2026-01-31` */
export function day(about: string): Option<string | null> {
  const read: Read<string> = (given, source) => {
    if (readQueryInstant(given).form !== "date")
      throw usageError(`${source} is "${given}", which is not a day`, "want a day such as 2026-01-31");
    return given;
  };
  return option("day", about, read, ONCE);
}

/** `2026-01-31T09:30:00.000Z`. A day means its beginning in UTC. */
export function utcInstant(about: string): Option<string | null> {
  const read: Read<string> = (given, source) => {
    const found = readQueryInstant(given);
    if (found.form === "wrong") {
      const problem = found.code === "invalid_format" ? `${source} is "${given}"` : `${source}: ${found.detail}`;
      throw usageError(problem, "want an instant such as 2026-01-31T09:30:00Z");
    }
    return new Date(found.form === "date" ? found.days * 86_400_000 : found.ms).toISOString();
  };
  return option("instant", about, read);
}
