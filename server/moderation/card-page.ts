import { putBelow } from "../../contract/text/base-path.ts";
import type { DeskContext } from "../desk/desk-context.ts";
import type { DeskNotice } from "../desk/desk-gate.ts";
import { escapeLine, renderOutcome } from "../desk/desk-html.ts";
import { composeDocument, PRIVATE_HEADERS } from "../http/pages/page-document.ts";
import type { RouteAnswer } from "../http/respond.ts";
import type { ModerationTokens } from "./moderation-token.ts";

/** Data and tools for a page behind an email's link. */
export interface CardContext extends Pick<DeskContext, "owner" | "timeZone" | "findPost"> {
  readonly siteName: string;
  /** Address of the hosted desk, without a final slash; null if there is none. */
  readonly desk: string | null;
  readonly tokens: Pick<ModerationTokens, "formToken" | "isFormToken">;
}

export interface CardPage {
  readonly status: number;
  readonly title: string;
  /** Describes the last step on one line; null if there was none. */
  readonly notice: DeskNotice | null;
  /** HTML of a form that undoes it. Default: none. */
  readonly undo?: string;
  /** HTML of the card and everything after it. */
  readonly body: string;
}

/** A card of the desk on its own page, without the desk's other parts. */
export function renderCardPage({ siteName, timeZone }: CardContext, { status, title, notice, undo = "", body }: CardPage): RouteAnswer {
  const said = renderOutcome(notice);
  const html = `<header class="top"><p class="name">${escapeLine(siteName)}</p></header>
<main>
<h1>${escapeLine(title)}</h1>
${said + undo === "" ? "" : `<div class="status">${said}${undo}</div>\n`}${body}
</main>
<footer><p class="facts">Time zone: ${escapeLine(timeZone)}. Anyone with the link to this page can do the same.</p></footer>
`;
  return composeDocument({ status, title: `${title} · ${siteName}`, html });
}

/** Redirects to the page itself after a form, so that reloading it sends nothing again. */
export function redirectToCard(query: Readonly<Record<string, string>>): RouteAnswer {
  const { "Content-Type": _, ...headers } = PRIVATE_HEADERS;
  return { status: 303, body: null, headers: { ...headers, Location: `?${new URLSearchParams(query)}` } };
}

/** A link to the desk, which requires signing in; "" without a hosted desk. `text` is HTML. */
export function linkToDesk({ desk }: Pick<CardContext, "desk">, path: string, text: string): string {
  return desk === null ? "" : `<a class="more" href="${escapeLine(putBelow(desk, path))}" rel="noreferrer">${text}</a>`;
}

/** `4 more are pending`, as a link to the desk. `count` does not include the page's own comment. */
export function renderMoreWait({ desk }: Pick<CardContext, "desk">, count: number): string {
  if (count === 0) return "";
  const text = count === 1 ? "1 more is pending" : `${count} more are pending`;
  const where = desk === null ? `${text}: <code>octavo desk</code> shows ${count === 1 ? "it" : "them"}.` : "";
  return `<p class="pages">${where === "" ? linkToDesk({ desk }, "/", text) : `<span>${where}</span>`}</p>\n`;
}
