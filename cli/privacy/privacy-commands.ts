import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { PersonInput } from "../../server/owner/privacy/person.ts";
import { showPerson } from "../../server/owner/privacy/show-person.ts";
import { retentionSweep } from "../../server/owner/privacy/sweep-old.ts";
import { showSite } from "../../server/owner/show-site.ts";
import { retentionText } from "../../server/privacy/retention-config.ts";
import { createPrivateFile } from "../../server/private-file.ts";
import type { RetentionReport } from "../../server/store/maintenance-types.ts";
import { toPublicUrl } from "../../server/stored-site.ts";
import { CliError, type Io, usageError } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { toRetention } from "../serve/server-settings.ts";
import { writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { toIso } from "../text/times.ts";
import { countHeld, countText, rowsText } from "./privacy-text.ts";

/** `octavo privacy sweep`. */
export function sweepOld(settings: DataPlace & Settings<"dryRun" | "json" | "quiet">, io: Io): Promise<void> {
  const { dryRun } = settings;
  const given = toRetention(io);
  return withOwner(settings, io, async (owner) => {
    const { retention, ...report } = await owner(retentionSweep, { dryRun, retention: given });
    if (settings.json) writeJson(io, { retention, dryRun, ...report });
    else if (!settings.quiet) {
      io.stdout.write(`retention periods in days: ${retentionText(retention)}\n`);
      io.stdout.write(`${dryRun ? "would delete" : "deleted"}: ${reportText(report)}\n`);
    }
  });
}

function reportText({ comments, emails, inquiries, events }: RetentionReport): string {
  const parts = [
    [comments, "rejected or spam comment"],
    [emails, "email address"],
    [inquiries, "inquiry"],
    [events, "raw event"],
  ] as const;
  const found = parts.flatMap(([count, what]) => (count === 0 ? [] : [countText(count, what)]));
  return found.length === 0 ? "nothing is past its retention period" : found.join(", ");
}

/** `octavo privacy export`. */
export function exportPerson(
  settings: DataPlace & Settings<"email" | "comment" | "quiet"> & { readonly file: string | null },
  io: Io,
): Promise<void> {
  const person = toPerson(settings);
  const target = settings.file === null ? null : resolve(io.cwd, settings.file);
  if (target !== null && existsSync(target)) throw taken(target, io);
  return withOwner(settings, io, async (owner) => {
    const { held } = await owner(showPerson, { person });
    const { site: storedSite } = await owner(showSite, {});
    const origin = storedSite === null ? null : { name: storedSite.name, url: toPublicUrl(storedSite) };
    const text = `${JSON.stringify({ format: 1, about: person, exportedAt: toIso(io.now()), site: origin, held }, null, 2)}\n`;
    if (target === null) io.stdout.write(text);
    else if (!createPrivateFile(target, text)) throw taken(target, io);
    if (!settings.quiet)
      io.stderr.write(
        `${rowsText(countHeld(held)) ?? "nothing is stored"}${target === null ? "" : `, in ${shortenPath(target, io.cwd)}`}\n`,
      );
  });
}

function taken(file: string, { cwd }: Io): CliError {
  return new CliError(`${shortenPath(file, cwd)} already exists`, { hint: "name another file: an export never overwrites one" });
}

/** @throws CliError with exit code 2 unless exactly one is given */
export function toPerson({ email, comment }: Settings<"email" | "comment">): PersonInput {
  if ((email === null) === (comment === null)) {
    throw usageError(
      email === null ? "no person is named" : "--email and --comment are both given",
      "want --email <address> or --comment <id>, as octavo comments list shows it",
    );
  }
  // The id may include a revision, as in lists.
  if (comment !== null) return { comment: comment.replace(/@.*$/, "") };
  const address = (email ?? "").trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw usageError(`"${address}" is not an email address`, "want one such as ada@mail.example");
  return { email: address };
}
