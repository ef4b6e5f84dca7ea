import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { INDEX_PREFIX, SNAPSHOT_ENTRY } from "../../contract/paths.ts";
import { putBelow, toApiBase } from "../../contract/text/base-path.ts";
import { toMinuteIn } from "../../server/days.ts";
import { listChannels } from "../../server/notices/channels/notice-channels.ts";
import { addErasures, toAppliedErasure, toErasure } from "../../server/privacy/erasure-record.ts";
import { type KnownCopy, listKnownCopies } from "../../server/privacy/known-copies.ts";
import { openSecrets } from "../../server/secrets.ts";
import type { HeldData, Mention, PersonQuery } from "../../server/store/privacy-types.ts";
import { compactDatabase, unfinishedText } from "../../server/store/sqlite/database/compaction.ts";
import { readTimeZone, toPublicUrl } from "../../server/stored-site.ts";
import { createApiKeys } from "../../server/tokens.ts";
import { mayDelete } from "../build/may-delete.ts";
import { EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { requireDatabase, withStore } from "../serve/store-access.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { erasuresFileOf } from "./listed-erasures.ts";
import { toPerson } from "./privacy-commands.ts";
import { countHeld, rowsText } from "./privacy-text.ts";

/** The data to be erased, and the data that no erasure reaches. */
interface Plan {
  readonly held: HeldData;
  readonly mentions: readonly Mention[];
  /** Addresses that caches may hold, or paths if the site's address is not known; `*` at the end is a prefix. */
  readonly purge: readonly string[];
  readonly copies: readonly KnownCopy[];
  /** The site's time zone. */
  readonly timeZone: string;
}

/** `octavo privacy erase`: noted first, so that whatever happens then a restore, or the same command again, finishes it. */
export async function erasePersonalData(
  settings: Settings<"config" | "out" | "db" | "email" | "comment" | "dryRun" | "yes" | "json" | "quiet">,
  io: Io,
): Promise<number> {
  const person = toPerson(settings, io);
  const file = requireDatabase(settings, io);
  const plan = await planErasure(settings, io, { person, file });
  const found = rowsText(countHeld(plan.held));
  if (settings.dryRun) {
    if (settings.json) io.stdout.write(`${JSON.stringify({ dryRun: true, rows: countHeld(plan.held), ...toJson(plan) }, null, 2)}\n`);
    else io.stdout.write(`would erase: ${found ?? "nothing is held"}\n${planText(plan, io)}`);
    return EXIT_OK;
  }
  if (!(await mayDelete(settings, io, found ?? "whatever is left of it (nothing is held)"))) return EXIT_INTERRUPTED;
  const at = Math.max(io.now(), latestOf(plan.held));
  // Makes secrets where there are none: without a key nobody could be recognised in a backup.
  const secrets = openSecrets(dirname(file), { random: randomBytes });
  const keys = createApiKeys(secrets, { random: randomBytes });
  const noted = erasuresFileOf(file);
  const erasure = toErasure(person, at, { keys, fingerprint: secrets.fingerprint });
  const erased = await withStore(settings, io, async ({ privacy }) => {
    addErasures(noted, [erasure]);
    const done = await privacy.erase(person, at);
    await privacy.recordErasures([toAppliedErasure(erasure)]);
    return done;
  });
  // First of all: whatever fails then, no public file has it any more.
  const snapshot = await renewSnapshot(settings, io);
  const { bytesBefore, bytesAfter, isFinished } = compactDatabase(file);
  if (settings.json) {
    io.stdout.write(
      `${JSON.stringify({ dryRun: false, rows: erased.rows, bytesBefore, bytesAfter, isFinished, noted, snapshot, ...toJson(plan) }, null, 2)}\n`,
    );
  } else if (!settings.quiet) {
    const done = `${shortenPath(file, io.cwd)} is rewritten (${bytesBefore} → ${bytesAfter} bytes), its log is empty`;
    io.stdout.write(`erased: ${rowsText(erased.rows) ?? "nothing was held"}${isFinished ? `; ${done}` : ""}\n`);
    io.stdout.write(`noted in ${shortenPath(noted, io.cwd)}: no restore brings it back. Keep that file with your backups.\n`);
    if (snapshot?.error === null) io.stdout.write(`the snapshot of comments in ${shortenPath(snapshot.folder, io.cwd)} is renewed\n`);
    io.stdout.write(planText(plan, io));
  }
  if (!isFinished) io.stderr.write(`octavo: ${unfinishedText(shortenPath(file, io.cwd))}\n`);
  if (snapshot?.error == null) return EXIT_OK;
  io.stderr.write(
    `octavo: the snapshot of comments in ${shortenPath(snapshot.folder, io.cwd)} still has what was erased: ${snapshot.error}\nhint: octavo comments snapshot makes a new one\n`,
  );
  return EXIT_FAILED;
}

/** The time of the newest record, ms since 1970: it may lie ahead, because a clock was set back or a record was imported. */
function latestOf({ comments = [], inquiries = [] }: HeldData): number {
  return [...comments, ...inquiries].reduce((latest, { createdAt }) => Math.max(latest, Date.parse(String(createdAt))), 0);
}

interface RenewedSnapshot {
  readonly folder: string;
  /** Why it could not be renewed. */
  readonly error: string | null;
}

/** Where the site's files hold one. A server that writes its own does so within half a minute. null: there is none. */
async function renewSnapshot(settings: Settings<"config" | "out" | "db">, io: Io): Promise<RenewedSnapshot | null> {
  const folder = await findOutDir(settings, io);
  if (folder === null || !existsSync(join(folder, SNAPSHOT_ENTRY))) return null;
  const { takeSnapshot } = await import("../comments/snapshot.ts");
  try {
    await takeSnapshot({ ...settings, from: null, force: false, quiet: true, json: false }, io);
    return { folder, error: null };
  } catch (error) {
    return { folder, error: error instanceof Error ? error.message : String(error) };
  }
}

/** null: no site is built here. */
async function findOutDir(settings: Settings<"config" | "out">, io: Io): Promise<string | null> {
  const { openWorkspace } = await import("../build/builder.ts");
  try {
    return (await openWorkspace(settings, io)).outDir;
  } catch (error) {
    // A database may stand alone; who names a folder means it.
    if (settings.out !== null || settings.config !== null) throw error;
    return null;
  }
}

function planErasure(settings: Settings<"db">, io: Io, { person, file }: { person: PersonQuery; file: string }): Promise<Plan> {
  return withStore(settings, io, async ({ privacy, site }) => {
    const held = await privacy.held(person);
    const mentions = "email" in person ? await privacy.mentions(person.email) : [];
    const known = await site.get();
    const url = known === null ? null : toPublicUrl(known);
    return { held, mentions, purge: toPurge(held, url), copies: listKnownCopies(file), timeZone: await readTimeZone({ site }) };
  });
}

/** Whatever was public at some time: what was never decided on never was. */
function toPurge({ comments = [] }: HeldData, url: string | null): string[] {
  const posts = new Set(
    comments.flatMap(({ post, state, decidedAt }) => (state === "approved" || decidedAt !== null ? [String(post)] : [])),
  );
  if (posts.size === 0) return [];
  const site = url?.replace(/\/+$/, "") ?? "";
  const base = toApiBase(site);
  return [
    ...[...posts].sort().map((slug) => putBelow(base, `/posts/${slug}/comments*`)),
    putBelow(base, "/comments*"),
    putBelow(base, "/counts"),
    putBelow(site, `${INDEX_PREFIX}/comments*`),
  ];
}

function toJson({ purge, copies, mentions }: Plan): Record<string, unknown> {
  return { purge, copies, mentions };
}

function planText({ held, mentions, purge, copies, timeZone }: Plan, { cwd }: Io): string {
  const told = (held.notices ?? []).filter(({ state }) => state === "sent").length;
  const lines = (title: string, list: readonly string[]): string =>
    list.length === 0 ? "" : `${title}\n${list.map((line) => `  ${line}\n`).join("")}`;
  return [
    lines("caches may have it: have these addresses forgotten (* at the end: all that begin so)", purge),
    lines("copies that this does not reach", [
      ...copies.map(
        ({ file, at }) =>
          `${shortenPath(file, cwd)}${at === null ? "" : `, a backup of ${toMinuteIn(Date.parse(at), timeZone)} ${timeZone}: octavo db restore erases it again`}`,
      ),
      ...(told === 0 ? [] : [`${told === 1 ? "1 message" : `${told} messages`} sent before by ${listChannels("or")}`]),
      "exports, and backups that octavo db backup did not make",
    ]),
    lines(
      "named by others, and not erased: look at these yourself",
      mentions.map(({ kind, id }) =>
        kind === "ban"
          ? `ban ${id}: octavo bans list`
          : `${kind} ${id}: octavo ${kind === "comment" ? "comments" : "inquiries"} show ${id}`,
      ),
    ),
  ].join("");
}
