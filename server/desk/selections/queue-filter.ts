import { isSlug } from "../../../contract/slug-pattern.ts";
import { escapeHtml } from "../../../contract/text/escape-html.ts";
import { DAY_MS } from "../../days.ts";
import type { SelectionInput } from "../../owner/selections/selection-filter.ts";
import { escapeLine, hiddenField, kbd } from "../desk-html.ts";

const TEXT_MAX = 200;
const DAYS_MAX = 36_500;
const HOST = /^(?:[a-z]+:\/\/)?([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?:[:/?#].*)?$/;

/** A search by the owner, as written in addresses and forms. */
export interface QueueFilter {
  /** Text that the comment must contain. */
  readonly text: string | null;
  /** Text that the author's name, email address or link must contain. */
  readonly author: string | null;
  /** Host of a link. */
  readonly host: string | null;
  /** A post's slug. */
  readonly post: string | null;
  /** Minimum age in days. */
  readonly days: string | null;
}

export const NO_FILTER: QueueFilter = { text: null, author: null, host: null, post: null, days: null };

const FIELDS = [
  ["text", "Text", 'type="search"'],
  ["author", "Author, email or link", 'type="text"'],
  ["host", "Links to host", 'type="text" placeholder="casino.example" autocapitalize="none" spellcheck="false"'],
  ["post", "Post", 'type="text" placeholder="slug" autocapitalize="none" spellcheck="false"'],
  ["days", "Older than (days)", 'type="text" inputmode="numeric"'],
] as const;

export function readFilter(query: URLSearchParams): QueueFilter {
  const read = (name: string): string | null => query.get(name)?.trim().slice(0, TEXT_MAX) || null;
  return { text: read("text"), author: read("author"), host: read("host"), post: read("post"), days: read("days") };
}

export function isFiltered(filter: QueueFilter): boolean {
  return Object.values(filter).some((value) => value !== null);
}

/** Explains why a search is invalid; null if it is valid. */
export function findFilterProblem({ host, post, days }: QueueFilter): string | null {
  if (host !== null && readHost(host) === null) return `"${host}" is not a host: want one such as casino.example`;
  if (post !== null && !isSlug(post)) return `"${post}" is not a slug: a slug is the last part of a post's address`;
  if (days !== null && readDays(days) === null) return `"${days}" is not a number of days: want 1 to ${DAYS_MAX}`;
  return null;
}

/** @param filter without a problem */
export function toFilterInput({ text, author, host, post, days: olderThan }: QueueFilter, now: number): Omit<SelectionInput, "states"> {
  const days = olderThan === null ? null : readDays(olderThan);
  return {
    words: text === null ? [] : [text],
    author,
    linkHost: host === null ? null : readHost(host),
    post,
    until: days === null ? null : now - days * DAY_MS,
  };
}

function readHost(text: string): string | null {
  return HOST.exec(text.toLowerCase())?.[1] ?? null;
}

function readDays(text: string): number | null {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= DAYS_MAX ? Number(text) : null;
}

/** The search form. A search has its own address, so it can be bookmarked. */
export function renderSearch(
  filter: QueueFilter,
  { state, clearHref }: { readonly state: string | null; readonly clearHref: string },
): string {
  const problem = findFilterProblem(filter);
  const fields = FIELDS.map(
    ([name, label, attributes]) =>
      `<label>${label} <input name="${name}" value="${escapeHtml(filter[name] ?? "")}" maxlength="${TEXT_MAX}" ${attributes}></label>`,
  );
  const clear = isFiltered(filter) ? ` <a href="${escapeHtml(clearHref)}">Clear</a>` : "";
  return `<details class="search"${isFiltered(filter) ? " open" : ""}><summary data-key="f">Search${kbd("f")}</summary>
${problem === null ? "" : `<p class="said problem" role="alert">${escapeLine(problem)}</p>`}<form method="get" action="/" role="search">${state === null ? "" : hiddenField("state", state)}
<div class="fields">${fields.join("\n")}</div><button type="submit">Search</button>${clear}</form></details>
`;
}
