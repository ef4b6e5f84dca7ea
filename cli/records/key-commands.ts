import { toDayIn } from "../../server/days.ts";
import { KEY_SCOPES } from "../../server/owner/key-scopes.ts";
import {
  KEY_DAYS_MAX,
  KEY_DAYS_USUAL,
  keyIssue,
  keyList,
  keyRevocation,
  type ListedKey,
  USUAL_SCOPES,
} from "../../server/owner/keys/key-operations.ts";
import { showSite } from "../../server/owner/show-site.ts";
import { plural } from "../build/result-text.ts";
import { EXIT_FAILED, EXIT_OK, type Io, usageError } from "../io.ts";
import { readNames } from "../options/readers.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { type ItemColumn, tabulate } from "../text/display.ts";
import { widthOfOutput, writeJson } from "../text/output.ts";
import { toIso } from "../text/times.ts";

/** `octavo keys add <name>`. */
export function addKey(
  settings: DataPlace & Settings<"days" | "json" | "quiet"> & { readonly scopes: string | null },
  io: Io,
  [name = ""]: readonly string[],
): Promise<void> {
  const days = settings.days ?? KEY_DAYS_USUAL;
  if (days > KEY_DAYS_MAX) throw usageError(`--days is ${days}`, `a key lasts at most ${KEY_DAYS_MAX} days`);
  if (name.trim() === "") throw usageError("the key has no name", "give it one that you will recognize: octavo keys add laptop");
  const scopes = settings.scopes === null ? USUAL_SCOPES : readNames("--scopes", settings.scopes, KEY_SCOPES);
  return withOwner(settings, io, async (owner) => {
    const { key, stored } = await owner(keyIssue, { name, scopes: [...scopes], days });
    if (settings.json) writeJson(io, { key, ...toKeyJson(stored) });
    else {
      io.stdout.write(`${key}\n`);
      const { timeZone } = await owner(showSite, {});
      if (!settings.quiet)
        io.stderr.write(
          `store it now: it is shown only once. It has the scopes ${stored.scopes.join(", ")} until ${toDayIn(stored.expiresAt, timeZone)}; octavo keys revoke ${stored.id} revokes it\n`,
        );
    }
  });
}

/** `octavo keys list`. */
export function listKeys(settings: DataPlace & Settings<"json" | "quiet">, io: Io): Promise<void> {
  return withOwner(settings, io, async (owner) => {
    const { items } = await owner(keyList, {});
    if (settings.json) return writeJson(io, { items: items.map(toKeyJson) });
    const { timeZone } = await owner(showSite, {});
    const now = io.now();
    const until = ({ expiresAt }: ListedKey): string => `${expiresAt <= now ? "expired " : ""}${toDayIn(expiresAt, timeZone)}`;
    const columns: readonly ItemColumn<ListedKey>[] = [
      { title: "KEY", cell: ({ id }) => id },
      { title: "NAME", cell: ({ name }) => name, shrinks: true },
      { title: "SCOPES", cell: ({ scopes }) => scopes.join(", "), flexible: true },
      { title: "UNTIL", cell: until },
      { title: "LAST USED", cell: ({ lastUsedOn }) => lastUsedOn ?? "never" },
    ];
    if (items.length > 0) io.stdout.write(tabulate(columns, items, widthOfOutput(io)));
    if (!settings.quiet) io.stderr.write(`${plural(items.length, "key")}\n`);
  });
}

/** `octavo keys revoke <key>…`. An unknown id does not stop the others. */
export function revokeKeys(settings: DataPlace & Settings<"quiet">, io: Io, words: readonly string[]): Promise<number> {
  return withOwner(settings, io, async (owner) => {
    let missing = false;
    for (const word of words) {
      // A whole key that was pasted means its id, and must not be printed.
      const id = word.replace(/^octo_([a-z2-7]{12})_.*$/, "$1");
      if ((await owner(keyRevocation, { id })).found) {
        if (!settings.quiet) io.stdout.write(`key ${id} is revoked\n`);
        continue;
      }
      missing = true;
      io.stderr.write(`octavo: there is no key ${id.slice(0, 12)}\nhint: octavo keys list shows the existing ones\n`);
    }
    return missing ? EXIT_FAILED : EXIT_OK;
  });
}

function toKeyJson({ id, name, scopes, createdAt, expiresAt, lastUsedOn }: ListedKey): Record<string, unknown> {
  return { id, name, scopes, createdAt: toIso(createdAt), expiresAt: toIso(expiresAt), lastUsedOn };
}
