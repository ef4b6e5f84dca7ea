import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { toEmailKey } from "../../server/privacy/email-key.ts";
import { openErasureKeys } from "../../server/privacy/erasure-keys.ts";
import { retentionText } from "../../server/privacy/retention-config.ts";
import { createPrivateFile } from "../../server/private-file.ts";
import type { RetentionReport } from "../../server/store/maintenance-types.ts";
import { DEFAULT_RETENTION, type PersonQuery } from "../../server/store/privacy-types.ts";
import { toPublicUrl } from "../../server/stored-site.ts";
import { CliError, EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { toRetention } from "../serve/server-settings.ts";
import { requireDatabase, withStore } from "../serve/store-access.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { toIso } from "../text/times.ts";
import { countHeld, countText, rowsText } from "./privacy-text.ts";

/** `octavo privacy sweep`. */
export function sweepOld(settings: Settings<"db" | "dryRun" | "json" | "quiet">, io: Io): Promise<number> {
  const given = toRetention(io);
  return withStore(settings, io, async ({ maintenance, privacy }) => {
    const retention = given ?? (await privacy.retention()) ?? DEFAULT_RETENTION;
    const { comments, emails, inquiries, events } = settings.dryRun
      ? await maintenance.due(retention)
      : await maintenance.run(() => io.signal.aborted, retention);
    const report: RetentionReport = { comments, emails, inquiries, events };
    if (settings.json) io.stdout.write(`${JSON.stringify({ retention, dryRun: settings.dryRun, ...report }, null, 2)}\n`);
    else if (!settings.quiet) {
      io.stdout.write(`kept for, in days: ${retentionText(retention)}\n`);
      io.stdout.write(`${settings.dryRun ? "would delete" : "deleted"}: ${reportText(report)}\n`);
    }
    return EXIT_OK;
  });
}

function reportText({ comments, emails, inquiries, events }: RetentionReport): string {
  const parts = [
    [comments, "rejected or spam comment"],
    [emails, "e-mail address"],
    [inquiries, "inquiry"],
    [events, "raw event"],
  ] as const;
  const found = parts.flatMap(([count, what]) => (count === 0 ? [] : [countText(count, what)]));
  return found.length === 0 ? "nothing has reached its age" : found.join(", ");
}

/** `octavo privacy export`. */
export function exportPerson(
  settings: Settings<"db" | "email" | "comment" | "quiet"> & { readonly file: string | null },
  io: Io,
): Promise<number> {
  const person = toPerson(settings, io);
  const target = settings.file === null ? null : resolve(io.cwd, settings.file);
  if (target !== null && existsSync(target)) throw taken(target, io);
  return withStore(settings, io, async ({ privacy, site }) => {
    const held = await privacy.held(person);
    const known = await site.get();
    const about = "email" in person ? { email: person.email } : { comment: person.commentId };
    const origin = known === null ? null : { name: known.name, url: toPublicUrl(known) };
    const text = `${JSON.stringify({ format: 1, about, exportedAt: toIso(io.now()), site: origin, held }, null, 2)}\n`;
    if (target === null) io.stdout.write(text);
    else if (!createPrivateFile(target, text, randomBytes(8).toString("hex"))) throw taken(target, io);
    if (!settings.quiet)
      io.stderr.write(`${rowsText(countHeld(held)) ?? "nothing is held"}${target === null ? "" : `, in ${shortenPath(target, io.cwd)}`}\n`);
    return EXIT_OK;
  });
}

function taken(file: string, { cwd }: Io): CliError {
  return new CliError(`${shortenPath(file, cwd)} exists`, { hint: "name another file: an export writes over nothing" });
}

/** @throws CliError with exit code 2 where not exactly one is named */
export function toPerson(settings: Settings<"db" | "email" | "comment">, io: Io): PersonQuery {
  const { email, comment } = settings;
  if ((email === null) === (comment === null)) {
    throw usageError(
      email === null ? "whose data is not said" : "--email and --comment are both given",
      "want --email <address> or --comment <id>, as octavo comments list shows it",
    );
  }
  // With its revision, as lists have it.
  if (comment !== null) return { commentId: comment.replace(/@.*$/, "") };
  const address = (email ?? "").trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw usageError(`"${address}" is no e-mail address`, "want one such as ada@mail.example");
  return { email: address, emailHash: openErasureKeys(requireDatabase(settings, io))[0]?.keys.hash("email", toEmailKey(address)) ?? null };
}
