import { escapeHtml } from "./escape-html.ts";

/**
 * A page that redirects, for hosts that have no rule for the redirect.
 * @param to path or address, percent-encoded
 */
export function renderMovedPage(to: string): string {
  const target = escapeHtml(to);
  return `<!doctype html>
<meta charset="utf-8">
<title>This page has moved</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${target}">
<meta http-equiv="refresh" content="0; url=${target}">
<p>This page has moved: <a href="${target}">${target}</a></p>
`;
}
