import { randomBytes } from "node:crypto";
import { toMinuteIn } from "../../server/days.ts";
import { NOTICE_CHANNELS } from "../../server/notices/channels/notice-channels.ts";
import { sendTestMessage, type TestResult } from "../../server/notices/send-test.ts";
import { noticeTest } from "../../server/owner/notice-test.ts";
import { noticeList, noticeRetry } from "../../server/owner/notices.ts";
import { showSite } from "../../server/owner/show-site.ts";
import type { NoticeKind, NoticeState, StoredNotice } from "../../server/store/notice-types.ts";
import { toPublicId } from "../../server/store/sqlite/ids.ts";
import { plural } from "../build/result-text.ts";
import { CliError, EXIT_FAILED, EXIT_OK, type Io } from "../io.ts";
import { readNames } from "../options/readers.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { toNoticeConfig } from "../serve/server-settings.ts";
import { tabulate } from "../text/display.ts";
import { widthOfOutput, writeJson } from "../text/output.ts";
import { toIso } from "../text/times.ts";

const STATES: readonly NoticeState[] = ["waiting", "sent", "dead"];

/**
 * `octavo notify test`: sends a message through each configured channel now; with `--site`, the
 * server sends it.
 */
export async function sendTest(settings: DataPlace & Settings<"json" | "quiet">, io: Io): Promise<number> {
  const results =
    settings.site === null ? await testHere(io) : await withOwner(settings, io, async (owner) => (await owner(noticeTest, {})).results);
  if (results.length === 0)
    throw new CliError("no channel for notices is configured", {
      hint: `${settings.site === null ? "set" : "at the server, set"} one of ${NOTICE_CHANNELS.map(({ variables }) => variables[0].name).join(", ")}${settings.site === null ? "" : " (on Cloudflare, email goes through OCTAVO_MAIL_RESEND, OCTAVO_MAIL_POSTMARK, OCTAVO_MAIL_SES or OCTAVO_MAIL_BINDING)"}; docs/notices.md lists the other variables that belong to it`,
    });
  if (settings.json) writeJson(io, { results });
  else
    for (const { channel, error } of results) {
      if (error !== null) io.stderr.write(`${channel}: not sent: ${error}\n`);
      else if (!settings.quiet) io.stdout.write(`${channel}: sent\n`);
    }
  return results.every(({ error }) => error === null) ? EXIT_OK : EXIT_FAILED;
}

function testHere(io: Io): Promise<TestResult[]> {
  const id = toPublicId((bytes) => randomBytes(bytes));
  return sendTestMessage(toNoticeConfig(io), { id, now: io.now(), signal: io.signal });
}

/** `octavo notify list`: waiting messages, and messages that could not be sent. */
export function listNotices(settings: DataPlace & Settings<"state" | "json" | "quiet">, io: Io): Promise<void> {
  const states = toNoticeStates(settings.state);
  return withOwner(settings, io, async (owner) => {
    const { items: found } = await owner(noticeList, { states: [...states] });
    if (settings.json) {
      const items = found.map((notice) => ({
        ...notice,
        createdAt: toIso(notice.createdAt),
        dueAt: toIso(notice.dueAt),
        finishedAt: toIso(notice.finishedAt),
      }));
      return writeJson(io, { items });
    }
    if (found.length > 0) io.stdout.write(renderNotices(found, widthOfOutput(io), (await owner(showSite, {})).timeZone));
    const dead = found.filter(({ state }) => state === "dead").length;
    const hint = dead === 0 ? "" : "; octavo notify retry resends the ones that the server gave up on";
    if (!settings.quiet) io.stderr.write(`${plural(found.length, "notice")} listed${hint}\n`);
  });
}

function renderNotices(notices: readonly StoredNotice[], width: number | null, timeZone: string): string {
  return tabulate(
    [
      { title: "NOTICE", cell: ({ id }) => id },
      { title: "BY", cell: ({ channel }) => channel },
      { title: "OF", cell: ({ kind, subjects }) => nameSubjects(kind, subjects.length) },
      { title: `SINCE (${timeZone})`, cell: ({ createdAt }) => toMinuteIn(createdAt, timeZone) },
      { title: "STATE", cell: ({ state }) => state },
      { title: "ATTEMPTS", cell: ({ attempts }) => String(attempts), align: "right" },
      { title: "NEXT", cell: ({ state, dueAt }) => (state === "waiting" ? toMinuteIn(dueAt, timeZone) : "") },
      { title: "ERROR", cell: ({ error }) => error ?? "", flexible: true },
    ],
    notices,
    width,
  );
}

const ONE: Readonly<Record<NoticeKind, string>> = {
  comments: "comment",
  inquiries: "inquiry",
  report: "week",
  digest: "day",
  confirmation: "confirmation",
  replies: "reply",
};

function nameSubjects(kind: NoticeKind, count: number): string {
  return count === 1 || kind === "digest" ? `1 ${ONE[kind]}` : `${count} ${kind}`;
}

/** `octavo notify retry [<notice>…]`: resends messages that the server gave up on. */
export function retryNotices(settings: DataPlace & Settings<"quiet">, io: Io, words: readonly string[]): Promise<void> {
  return withOwner(settings, io, async (owner) => {
    const { count } = await owner(noticeRetry, { ids: words.length === 0 ? null : [...words] });
    if (words.length > 0 && count === 0)
      throw new CliError("the server has given up on none of these", {
        hint: "octavo notify list --state dead shows the ones that it gave up on",
      });
    if (!settings.quiet) io.stdout.write(`${plural(count, "notice")} will be sent again by the server\n`);
  });
}

function toNoticeStates(text: string | null): readonly NoticeState[] {
  if (text === null) return ["waiting", "dead"];
  const names = readNames("--state", text, [...STATES, "all"]);
  return STATES.filter((state) => names.includes("all") || names.includes(state));
}
