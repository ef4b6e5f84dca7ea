import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { SNAPSHOT_ENTRY } from "../../contract/paths.ts";
import { dayOf, toDayText, toMinuteIn } from "../../server/days.ts";
import { listChannels } from "../../server/notices/channels/notice-channels.ts";
import { compactErased } from "../../server/owner/database/compact-database.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import { erasePersonData } from "../../server/owner/privacy/erase-data.ts";
import type { PersonInput } from "../../server/owner/privacy/person.ts";
import { showPerson } from "../../server/owner/privacy/show-person.ts";
import { showSite } from "../../server/owner/show-site.ts";
import { unfinishedText } from "../../server/store/sqlite/database/compaction.ts";
import { mayDelete } from "../build/may-delete.ts";
import { EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, type Io } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { findDatabase } from "../serve/server-settings.ts";
import { writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { commandName } from "../text/typed-commands.ts";
import { toPerson } from "./privacy-commands.ts";
import { countHeld, rowsText } from "./privacy-text.ts";

type Plan = z.output<typeof showPerson.output> & {
  /** The site's time zone. */
  readonly timeZone: string;
};
type EraseSettings = DataPlace & Settings<"config" | "out" | "email" | "comment" | "dryRun" | "yes" | "json" | "quiet">;

/**
 * `octavo privacy erase`: records the erasure in the list first, so that a restore or a repeated
 * command completes it in any case.
 */
export function erasePersonalData(settings: EraseSettings, io: Io): Promise<number> {
  const person = toPerson(settings);
  return withOwner(settings, io, async (owner) => {
    const { timeZone } = await owner(showSite, {});
    const plan: Plan = { ...(await owner(showPerson, { person })), timeZone };
    const found = rowsText(countHeld(plan.held));
    if (settings.dryRun) {
      if (settings.json) writeJson(io, { dryRun: true, rows: countHeld(plan.held), ...toJson(plan) });
      else io.stdout.write(`would erase: ${found ?? "nothing is stored"}\n${planText(plan, io)}`);
      return EXIT_OK;
    }
    if (!(await mayDelete(settings, io, found ?? "anything that remains (nothing is stored)"))) return EXIT_INTERRUPTED;
    return erase(settings, io, owner, person, plan);
  });
}

async function erase(settings: EraseSettings, io: Io, owner: Owner, person: PersonInput, plan: Plan): Promise<number> {
  const { rows, noted, recoveryDays } = await owner(erasePersonData, { person });
  // Done first, so that the public files no longer contain the data even if a later step fails. A
  // server renews its own files.
  const snapshot = settings.site === null ? await renewSnapshot(settings, io) : null;
  const compaction = recoveryDays === null ? await owner(compactErased, {}) : null;
  const file = settings.site === null ? shortenPath(findDatabase(settings, io), io.cwd) : "the database";
  if (settings.json) {
    const report = { dryRun: false, rows, ...compaction, noted, recoveryDays, snapshot, ...toJson(plan) };
    writeJson(io, report);
  } else if (!settings.quiet) {
    io.stdout.write(`erased: ${rowsText(rows) ?? "nothing was stored"}${compactionText(compaction, file)}\n`);
    if (recoveryDays !== null) io.stdout.write(recoveryText(recoveryDays, io.now()));
    const keeping = recoveryDays === null ? " Keep that file with your backups." : "";
    io.stdout.write(`recorded in ${shortenPath(noted, io.cwd)}, so that no restore brings the data back.${keeping}\n`);
    if (snapshot?.error === null) io.stdout.write(`the snapshot of comments in ${shortenPath(snapshot.folder, io.cwd)} was renewed\n`);
    io.stdout.write(planText(plan, io));
  }
  if (compaction?.isFinished === false) io.stderr.write(`octavo: ${unfinishedText(file)}\n`);
  if (snapshot?.error == null) return EXIT_OK;
  io.stderr.write(
    `octavo: the snapshot of comments in ${shortenPath(snapshot.folder, io.cwd)} still contains erased data: ${snapshot.error}\nhint: octavo comments snapshot takes a new one\n`,
  );
  return EXIT_FAILED;
}

function compactionText(compaction: z.output<typeof compactErased.output> | null, file: string): string {
  if (compaction === null || !compaction.isFinished) return "";
  const { bytesBefore, bytesAfter } = compaction;
  return `; ${file} was rewritten (${bytesBefore} → ${bytesAfter} bytes), and its log is empty`;
}

function recoveryText(days: number, now: number): string {
  const day = toDayText(dayOf(now) + days);
  return `the data is gone from the database at once; the platform can restore the database as it was in the last ${days} days, so the data is gone there after ${day}\n`;
}

interface RenewedSnapshot {
  readonly folder: string;
  /** The reason why it could not be renewed. */
  readonly error: string | null;
}

/**
 * Renews the snapshot if the site's files contain one; null if they do not. A server that writes
 * its own snapshot renews it within half a minute.
 */
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

/** Returns null if no site is built here. */
async function findOutDir(settings: Settings<"config" | "out">, io: Io): Promise<string | null> {
  const { openWorkspace } = await import("../build/builder.ts");
  try {
    return (await openWorkspace(settings, io)).outDir;
  } catch (error) {
    // A database may have no site, but a folder given by an option must exist.
    if (settings.out !== null || settings.config !== null) throw error;
    return null;
  }
}

function toJson({ purge, copies, mentions }: Plan): Record<string, unknown> {
  return { purge, copies, mentions };
}

function planText({ held, mentions, purge, copies, timeZone }: Plan, io: Io): string {
  const command = commandName(io);
  const sent = (held.notices ?? []).filter(({ state }) => state === "sent").length;
  const lines = (title: string, list: readonly string[]): string =>
    list.length === 0 ? "" : `${title}\n${list.map((line) => `  ${line}\n`).join("")}`;
  return [
    lines("caches may have the data: purge these addresses (a final * marks a prefix)", purge),
    lines("copies that this command cannot erase", [
      ...copies.map(
        ({ file, at }) =>
          `${shortenPath(file, io.cwd)}${at === null ? "" : `, a backup of ${toMinuteIn(Date.parse(at), timeZone)} ${timeZone}: ${command} db restore erases it again`}`,
      ),
      ...(sent === 0 ? [] : [`${sent === 1 ? "1 message" : `${sent} messages`} already sent by ${listChannels("or")}`]),
      `exports, and backups not made by ${command} db backup`,
    ]),
    lines(
      "mentioned by others, and not erased: check these yourself",
      mentions.map(({ kind, id }) =>
        kind === "ban"
          ? `ban ${id}: ${command} bans list`
          : `${kind} ${id}: ${command} ${kind === "comment" ? "comments" : "inquiries"} show ${id}`,
      ),
    ),
  ].join("");
}
