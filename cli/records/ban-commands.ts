import { toMinuteIn } from "../../server/days.ts";
import { readTimeZone } from "../../server/known-site.ts";
import { plural } from "../build/result-text.ts";
import { CliError, EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options.ts";
import { withStore } from "../serve/store-access.ts";
import { renderTable } from "../text/display.ts";
import { widthOfOutput } from "../text/output.ts";
import { toIso } from "../text/times.ts";

/** `octavo bans list`. */
export function listBans(settings: Settings, io: Io): Promise<number> {
  return withStore(settings, io, async ({ bans, site }) => {
    const found = await bans.list();
    if (settings.json) {
      const items = found.map((ban) => ({ ...ban, createdAt: toIso(ban.createdAt), expiresAt: toIso(ban.expiresAt) }));
      io.stdout.write(`${JSON.stringify({ items }, null, 2)}\n`);
      return EXIT_OK;
    }
    if (found.length > 0) {
      const timeZone = await readTimeZone({ site });
      const rows = found.map(({ id, kind, createdAt, expiresAt, note }) => [
        String(id),
        kind,
        toMinuteIn(createdAt, timeZone),
        toMinuteIn(expiresAt, timeZone),
        note ?? "",
      ]);
      const columns = [
        { title: "BAN", align: "right" as const },
        { title: "OF" },
        { title: `SINCE (${timeZone})` },
        { title: "UNTIL" },
        { title: "NOTE", flexible: true },
      ];
      io.stdout.write(renderTable(columns, rows, widthOfOutput(io)));
    }
    if (!settings.quiet) io.stderr.write(`${plural(found.length, "ban")} in force\n`);
    return EXIT_OK;
  });
}

/** `octavo bans revoke <ban>…`. */
export function revokeBans(settings: Settings, io: Io, words: readonly string[]): Promise<number> {
  const ids = words.map((word) => {
    if (!/^[1-9]\d{0,14}$/.test(word)) throw usageError(`"${word}" is no ban`, "want the number that octavo bans list shows");
    return Number(word);
  });
  return withStore(settings, io, async ({ bans }) => {
    for (const id of ids) {
      if (!(await bans.revoke(id))) throw new CliError(`there is no ban ${id}`, { hint: "octavo bans list shows those in force" });
      if (!settings.quiet) io.stdout.write(`ban ${id} is revoked\n`);
    }
    return EXIT_OK;
  });
}

/** `octavo spam-words list`: one a line, as `add` takes them. */
export function listWords(settings: Settings, io: Io): Promise<number> {
  return withStore(settings, io, async ({ spamWords }) => {
    const words = await spamWords.list();
    io.stdout.write(settings.json ? `${JSON.stringify({ items: words }, null, 2)}\n` : words.map((word) => `${word}\n`).join(""));
    return EXIT_OK;
  });
}

/** `octavo spam-words add <word>…` and `remove`. */
export function changeWords(action: "add" | "remove"): (settings: Settings, io: Io, words: readonly string[]) => Promise<number> {
  return (settings, io, words) =>
    withStore(settings, io, async ({ spamWords }) => {
      if (words.some((word) => word.trim() === "")) throw usageError("a word is empty", "it would be found in every comment");
      const changed = await spamWords[action](words);
      if (!settings.quiet)
        io.stdout.write(
          `${plural(changed, "word")} ${action === "add" ? "added" : "removed"}; the list has ${(await spamWords.list()).length}\n`,
        );
      return EXIT_OK;
    });
}
