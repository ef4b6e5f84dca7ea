import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { toSafeLine } from "../../contract/text/safe-text.ts";
import { CliError, type Io } from "../io.ts";
import { type PageAddresses, toKey } from "./page-addresses.ts";

/** Written in place of the slug if a thread is to be left out. */
const LEFT = "-";
const MISTAKES_MAX = 20;

/** Maps a thread's address, as written and by its path, to a slug; null to leave out the thread. */
export type ThreadMap = ReadonlyMap<string, string | null>;

/**
 * Reads a file with lines `<address> <slug>`. `-` instead of a slug leaves the thread out, and `#`
 * begins a comment.
 * @throws CliError that lists every invalid line
 */
export async function readThreadMap(word: string, { cwd }: Pick<Io, "cwd">, pages: PageAddresses): Promise<ThreadMap> {
  const text = await readFile(resolve(cwd, word), "utf8").catch((cause: unknown) => {
    throw new CliError(`${word} cannot be read`, { hint: "name the file that states the post of each thread", cause });
  });
  const map = new Map<string, string | null>();
  const mistakes: string[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .entries()) {
    const said = line.trim();
    if (said === "" || said.startsWith("#")) continue;
    const match = /^(.+?)\s+(\S+)$/.exec(said);
    const [, address = "", slug = ""] = match ?? [];
    const present = slug === LEFT ? null : pages.findSlug(slug);
    if (match === null) mistakes.push(`${word}:${index + 1}: "${toSafeLine(said)}" has no slug`);
    else if (slug !== LEFT && present === null) mistakes.push(`${word}:${index + 1}: there is no post ${toSafeLine(slug)}`);
    else {
      map.set(address, present);
      const key = /^(?:https?:\/)?\//i.test(address) ? toKey(address) : null;
      // The path of `/?p=12` is not its own.
      if (key !== null && !address.includes("?")) map.set(key, present);
    }
  }
  if (mistakes.length === 0) return map;
  const more = mistakes.length > MISTAKES_MAX ? `\nand ${mistakes.length - MISTAKES_MAX} more` : "";
  throw new CliError(`${mistakes.slice(0, MISTAKES_MAX).join("\n")}${more}`, {
    hint: `want lines such as "https://old.example/hello/ hello": an address, and the slug of a published post or ${LEFT} to leave out the thread`,
  });
}

/** Looks up a page in a map; undefined if the map lacks it. */
export function lookUpThread(map: ThreadMap, addresses: readonly string[]): string | null | undefined {
  for (const address of addresses) {
    const said = map.get(address.trim());
    if (said !== undefined) return said;
  }
  for (const address of addresses) {
    const said = /^(?:https?:\/)?\//i.test(address) && !address.includes("?") ? map.get(toKey(address) ?? "") : undefined;
    if (said !== undefined) return said;
  }
  return undefined;
}
