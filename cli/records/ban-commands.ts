import { toSafeLine } from "../../contract/text/safe-text.ts";
import { toDayIn, toMinuteIn } from "../../server/days.ts";
import { banAuthor } from "../../server/owner/ban-author.ts";
import { addSpamWords, banEmail, banList, listSpamWords, removeSpamWords, revokeBan } from "../../server/owner/bans-and-words.ts";
import { unknownComment } from "../../server/owner/comment-queue.ts";
import { describeBan, describeOthers, NOTHING_KNOWN } from "../../server/owner/moderation-text.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import { PersonEmail } from "../../server/owner/privacy/person.ts";
import { countSelection } from "../../server/owner/selections/selection-operations.ts";
import { showSite } from "../../server/owner/show-site.ts";
import { toShellWord } from "../../server/text/shell-word.ts";
import { plural } from "../build/result-text.ts";
import { requireComment } from "../comments/list-comments.ts";
import { CliError, EXIT_FAILED, EXIT_OK, type Io, usageError } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { tabulate } from "../text/display.ts";
import { widthOfOutput, writeJson } from "../text/output.ts";
import { toIso } from "../text/times.ts";
import { commandName, placeOptions } from "../text/typed-commands.ts";

/** `octavo comments ban <id>`. */
export function runBan(
  settings: DataPlace & Settings<"days" | "note" | "json"> & { readonly others: boolean },
  io: Io,
  [word = ""]: readonly string[],
): Promise<number> {
  const { days, note, json } = settings;
  return withOwner(settings, io, async (owner) => {
    const { comment, others: pending } = await requireComment(owner, word);
    const others = settings.others || (!json && pending > 0 && (await offerOthers(settings, io, comment.id, pending)));
    const outcome = await owner(banAuthor, { id: comment.id, days, note, others });
    if (outcome.kind === "unknown") throw unknownComment(word);
    const isBanned = outcome.kind === "banned";
    if (json) {
      const bans = isBanned ? outcome.bans.map(({ id, kind, expiresAt }) => ({ id, kind, expiresAt: toIso(expiresAt) })) : [];
      const marked = isBanned ? outcome.marked : 0;
      const { state } = isBanned ? outcome.comment : comment;
      writeJson(io, { bans, state, others: { pending: pending - marked, marked } });
    } else if (isBanned) {
      const [banned, ...lines] = describeBan(outcome, (await owner(showSite, {})).timeZone);
      io.stdout.write(`${[`${banned}; ${commandName(io)} bans revoke reverts it`, ...lines].join("\n")}\n`);
    } else io.stdout.write(`${NOTHING_KNOWN}\n`);
    return isBanned ? EXIT_OK : EXIT_FAILED;
  });
}

/**
 * Asks at a terminal; otherwise prints the command. @returns whether they are marked as spam too
 */
async function offerOthers(settings: DataPlace, io: Io, id: string, pending: number): Promise<boolean> {
  const keys = io.openKeys?.() ?? null;
  if (keys === null) {
    io.stderr.write(
      `${describeOthers(pending)}\nhint: octavo comments ban ${id} --others${placeOptions(settings)} marks them as spam too\n`,
    );
    return false;
  }
  try {
    io.stdout.write(`${describeOthers(pending)}: mark as spam too? [y/n] `);
    const isWanted = (await keys.next())?.toLowerCase() === "y";
    io.stdout.write(`${isWanted ? "y" : "n"}\n`);
    return isWanted;
  } finally {
    keys.close();
  }
}

/** `octavo bans list`. */
export function listBans(settings: DataPlace & Settings<"json" | "quiet">, io: Io): Promise<void> {
  return withOwner(settings, io, async (owner) => {
    const { items: found } = await owner(banList, {});
    if (settings.json) {
      const items = found.map((ban) => ({ ...ban, createdAt: toIso(ban.createdAt), expiresAt: toIso(ban.expiresAt) }));
      return writeJson(io, { items });
    }
    if (found.length > 0) {
      const { timeZone } = await owner(showSite, {});
      const table = tabulate(
        [
          { title: "BAN", cell: ({ id }) => String(id), align: "right" },
          { title: "KIND", cell: ({ kind }) => kind },
          { title: `SINCE (${timeZone})`, cell: ({ createdAt }) => toMinuteIn(createdAt, timeZone) },
          { title: "UNTIL", cell: ({ expiresAt }) => toMinuteIn(expiresAt, timeZone) },
          { title: "NOTE", cell: ({ note }) => note ?? "", flexible: true },
        ],
        found,
        widthOfOutput(io),
      );
      io.stdout.write(table);
    }
    if (!settings.quiet) io.stderr.write(`${plural(found.length, "ban")} in force\n`);
  });
}

/** `octavo bans add <email>`. */
export function addBan(settings: DataPlace & Settings<"days" | "note" | "quiet">, io: Io, [word = ""]: readonly string[]): Promise<void> {
  const { days, note, quiet } = settings;
  if (!PersonEmail.safeParse(word).success) throw usageError(`"${word}" is not an email address`, "want one such as ada@mail.example");
  return withOwner(settings, io, async (owner) => {
    const { ban } = await owner(banEmail, { email: word, days, note });
    if (quiet) return;
    const { timeZone } = await owner(showSite, {});
    io.stdout.write(`banned (ban ${ban.id}) until ${toDayIn(ban.expiresAt, timeZone)}; octavo bans revoke reverts it\n`);
    const { count } = await owner(countSelection, { filter: { email: word } });
    if (count > 0) offerSpam(io, count, `by ${toSafeLine(word)}`, `--email ${toShellWord(word)}${placeOptions(settings)}`);
  });
}

/** `octavo bans revoke <ban>…`. */
export function revokeBans(settings: DataPlace & Settings<"quiet">, io: Io, words: readonly string[]): Promise<void> {
  const ids = words.map((word) => {
    if (!/^[1-9]\d{0,14}$/.test(word)) throw usageError(`"${word}" is not a ban`, "want the number that octavo bans list shows");
    return Number(word);
  });
  return withOwner(settings, io, async (owner) => {
    for (const id of ids) {
      if (!(await owner(revokeBan, { id })).found)
        throw new CliError(`there is no ban ${id}`, { hint: "octavo bans list shows the bans in force" });
      if (!settings.quiet) io.stdout.write(`ban ${id} is revoked\n`);
    }
  });
}

/** `octavo spam-words list`: one per line, in the form that `add` accepts. */
export function listWords(settings: DataPlace & Settings<"json">, io: Io): Promise<void> {
  return withOwner(settings, io, async (owner) => {
    const { items: words } = await owner(listSpamWords, {});
    if (settings.json) writeJson(io, { items: words });
    else io.stdout.write(words.map((word) => `${word}\n`).join(""));
  });
}

/** `octavo spam-words add <word>…` and `remove`. */
export function changeWords(
  action: "add" | "remove",
): (settings: DataPlace & Settings<"quiet">, io: Io, words: readonly string[]) => Promise<void> {
  return (settings, io, words) =>
    withOwner(settings, io, async (owner) => {
      if (words.some((word) => word.trim() === "")) throw usageError("a word is empty", "it would match every comment");
      const { changed, total } = await owner(action === "add" ? addSpamWords : removeSpamWords, { words: [...words] });
      if (!settings.quiet) io.stdout.write(`${plural(changed, "word")} ${action === "add" ? "added" : "removed"}; the list has ${total}\n`);
      if (action === "add" && !settings.quiet) await offerWaiting(settings, io, owner, words);
    });
}

/**
 * New words apply to later comments. Waiting comments that contain them are offered to the owner.
 */
async function offerWaiting(settings: DataPlace, io: Io, owner: Owner, words: readonly string[]): Promise<void> {
  for (const word of words.map((each) => each.replace(/\*$/, "").trim()).filter((each) => each !== "")) {
    const { count } = await owner(countSelection, { filter: { words: [word] } });
    if (count > 0) offerSpam(io, count, `with ${toSafeLine(word)} in the text`, `--text ${toShellWord(word)}${placeOptions(settings)}`);
  }
}

function offerSpam(io: Io, count: number, which: string, options: string): void {
  io.stderr.write(`${count === 1 ? "1 comment is waiting" : `${count} comments are waiting`} ${which}\n`);
  io.stderr.write(`hint: octavo comments bulk spam ${options} marks ${count === 1 ? "it" : "them"} as spam\n`);
}
