import { listChannels } from "../notices/channels/notice-channels.ts";
import { noticeList, noticeRetry } from "../owner/notices.ts";
import type { NoticeKind, StoredNotice } from "../store/notice-types.ts";
import type { ActionAnswer, DeskContext } from "./desk-context.ts";
import { bdi, type DeskPage, hiddenField, renderInstant } from "./desk-html.ts";
import { say } from "./queue-actions.ts";
import { readId } from "./queue-page.ts";

const ONE: Readonly<Record<NoticeKind, string>> = {
  comments: "1 comment",
  inquiries: "1 inquiry",
  report: "a weekly report",
  digest: "a daily digest",
  confirmation: "a visitor's request for emails about replies",
  replies: "a reply, to a visitor",
};

/** `/notices`: messages to the owner that are waiting, or that the server has given up on. */
export async function composeNotices({ owner, session, timeZone, channels }: DeskContext): Promise<DeskPage> {
  const { items: found } = await owner(noticeList, {});
  const dead = found.filter(({ state }) => state === "dead");
  const waiting = found.filter(({ state }) => state === "waiting");
  const token = hiddenField("form", session.formToken);
  const render = (notice: StoredNotice): string => {
    const { id, channel, kind, subjects, createdAt, state, attempts, dueAt, error } = notice;
    const what = subjects.length === 1 || kind === "digest" ? ONE[kind] : `${subjects.length} ${kind}`;
    const tries = attempts === 0 ? "not tried yet" : `tried ${attempts === 1 ? "once" : `${attempts} times`}`;
    const again =
      state === "dead"
        ? `<form method="post" action="/notices">${token}<button type="submit" name="id" value="${id}" data-key="t">Send again<kbd>t</kbd></button></form>`
        : "";
    return `<li class="row" data-item tabindex="-1"><b>${channel}</b> about ${what}
<span class="facts"><span>${renderInstant(createdAt, timeZone)}</span> <span>${tries}</span>${state === "waiting" ? ` <span>next at ${renderInstant(dueAt, timeZone)}</span>` : ""}</span>
${error === null ? "" : `<p class="excerpt">${bdi(error)}</p>`}${again}</li>`;
  };
  const all =
    dead.length < 2
      ? ""
      : `<form method="post" action="/notices">${token}<button type="submit" name="id" value="all">Send all ${dead.length} again</button></form>`;
  const section = (title: string, notices: readonly StoredNotice[], nothing: string, extra = ""): string =>
    `<section><h2>${title}</h2>${notices.length === 0 ? `<p class="nothing">${nothing}</p>` : `${extra}<ul class="rows">${notices.map(render).join("\n")}</ul>`}</section>`;
  const body = `${renderChannels(channels)}
${section("Given up", dead, "There are none.", all)}${section("Waiting", waiting, "There are none.")}`;
  return {
    section: "/notices",
    title: "Notices to you",
    body,
    keys: [
      ["j", "next"],
      ["k", "previous"],
      ["t", "send again"],
    ],
  };
}

function renderChannels(channels: DeskContext["channels"]): string {
  if (channels?.length === 0)
    return '<p class="said problem">No channel is configured: you are not notified of comments, inquiries and problems. docs/notices.md explains how to set one up; then restart the server.</p>';
  const by = channels === null ? listChannels("and") : [...new Set(channels)].join(", ");
  const unknown = channels === null ? " if a channel is configured there: <code>octavo doctor</code> says which" : "";
  return `<p class="facts">Messages reach you by ${by}. The server sends them while it runs${unknown}.</p>`;
}

/** POST /notices: sends dead letters again. Returns null if the form requested nothing. */
export async function retryNotice({ owner, session }: DeskContext, form: URLSearchParams): Promise<ActionAnswer | null> {
  const wish = form.get("id");
  const id = readId(wish);
  if (wish !== "all" && id === null) return null;
  const { count } = await owner(noticeRetry, { ids: id === null ? null : [id] });
  if (count === 0) say(session, "it is no longer listed as given up", true);
  else say(session, `the server will send ${count === 1 ? "1 notice" : `${count} notices`} again`);
  return { location: "/notices" };
}
