import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { databaseTarget } from "../../server/owner/database/fill-tables.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import { readSecretsMark } from "../../server/store/file/secrets-mark.ts";
import { isAgeFile, readFileHeader } from "../../server/store/sqlite/backup/file-header.ts";
import { countRows } from "../../server/store/sqlite/transfer/table-rows.ts";
import { plural } from "../build/result-text.ts";
import { CliError, type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { repeat } from "./copied-tables.ts";
import { type PushTarget, requireAffordable, requireErasures, requireFit, requireLiveKey, requireTarget } from "./push-checks.ts";
import { costOf, identify, type LeftEvents, type PushedCopy, withPushedCopy } from "./pushed-copy.ts";
import { readKey } from "./read-key.ts";
import { type Sending, sendCopy } from "./send-copy.ts";

type PushSettings = Settings<"site" | "keyFile" | "force" | "json" | "quiet"> & {
  readonly withoutEvents: boolean;
  readonly days: number | null;
  readonly rowsADay: number | null;
};

/** `octavo db push <file> --site`. */
export async function push(settings: PushSettings, io: Io, words: readonly string[]): Promise<void> {
  const { site, withoutEvents, days } = settings;
  const source = resolve(io.cwd, words[0] ?? "");
  const shown = shortenPath(source, io.cwd);
  if (site === null) throw usageError("db push needs --site", `name the site: octavo db push ${shown} --site https://ines.example`);
  if (withoutEvents && days !== null) throw usageError("--without-events and --days are both given", "leave one out");
  const left: LeftEvents = withoutEvents ? "all" : { days };
  requireFile(source, shown);
  const secrets = readSecretsMark(source);
  if (secrets === null) throw new CliError(`${shown} was never served`, { hint: "it contains nothing to push" });
  return withOwner({ ...settings, db: null }, io, (owner) =>
    withPushedCopy(source, left, io, async (copy) => {
      const { cost, rows, ...sending } = await prepare(owner, { copy, source, shown, secrets, settings }, io);
      const written = await sendCopy(owner, sending, io);
      tell({ rows, cost, written, erasures: sending.erasures?.length ?? 0, ...countAccess(copy) }, settings, io);
    }),
  );
}

/** @throws CliError if the file is not a database */
function requireFile(source: string, shown: string): void {
  if (!existsSync(source)) throw new CliError(`there is no ${shown}`, { hint: "name a database, a backup or a pulled file" });
  if (readFileHeader(source) !== null) return;
  throw new CliError(`${shown} is not a database`, {
    hint: isAgeFile(source) ? "it is encrypted: decrypt it first with age" : "name a database, a backup or a pulled file",
  });
}

interface Prepared {
  readonly copy: PushedCopy;
  readonly source: string;
  readonly shown: string;
  readonly secrets: string;
  readonly settings: PushSettings;
}

/** Prints the cost of the push, and checks everything possible before the site is emptied. */
async function prepare(
  owner: Owner,
  { copy, source, shown, secrets, settings }: Prepared,
  io: Io,
): Promise<Sending & { readonly cost: number; readonly rows: number }> {
  const { force, json, quiet, rowsADay, days, withoutEvents } = settings;
  const target = await repeat(io, () => owner(databaseTarget, {}));
  requireTarget(target, secrets, force);
  requireLiveKey(copy, readKey(settings, io));
  const longestRow = requireFit(copy, target);
  const cost = costOf(copy);
  const rows = copy.layouts.reduce((sum, layout) => sum + countRows(copy.connection, layout), 0);
  if (!json && !quiet) io.stdout.write(`${shown}: ${plural(rows, "row")}; the site writes ${cost} with its indexes\n`);
  const id = identify(copy);
  // Rows that have already arrived are not written again.
  const admit = (now: PushTarget): void => requireAffordable(copy, now, cost, rowsADay, withoutEvents || days !== null);
  if (target.filling !== id) admit(target);
  const erasures = await requireErasures(owner, copy, source, target);
  const admitAnew = async (): Promise<void> => admit(await repeat(io, () => owner(databaseTarget, {})));
  return { copy, id, force, longestRow, erasures, admitAnew, cost, rows };
}

function countAccess({ connection }: PushedCopy): { readonly keys: number; readonly passkeys: number } {
  const count = (table: string): number => connection.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
  return { keys: count("owner_key"), passkeys: count("owner_passkey") };
}

interface Pushed extends ReturnType<typeof countAccess> {
  readonly rows: number;
  readonly cost: number;
  readonly written: number;
  readonly erasures: number;
}

function tell(pushed: Pushed, { site, json, quiet }: PushSettings, io: Io): void {
  const { written, erasures, keys, passkeys } = pushed;
  if (json) writeJson(io, pushed);
  if (json || quiet) return;
  io.stdout.write(`pushed: ${plural(written, "row")} written, compared table by table; ${site} serves them\n`);
  if (erasures > 0) io.stdout.write(`${plural(erasures, "erasure")} added to the site's list\n`);
  if (keys + passkeys > 0)
    io.stdout.write(
      `${plural(keys, "key")} and ${plural(passkeys, "passkey")} were transferred, except the ones revoked at the site: octavo keys list, octavo desk access\n`,
    );
  io.stdout.write("not transferred: browsers that are signed in to the desk, and its unused links; sign in again\n");
}
