import { html } from "../html.ts";
import type { Page } from "../page.ts";

/** A page with only a message, for when a form cannot be shown. */
export function toNoticePage(message: string): Page {
  return { path: null, title: message, isHidden: true, main: html`<header class="page-header">\n<h1>${message}</h1>\n</header>` };
}
