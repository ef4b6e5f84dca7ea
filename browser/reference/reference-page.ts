import { FAVICON } from "../favicon.ts";
import { REFERENCE_STYLE } from "./reference-style.ts";

/** Folder of the files that the page loads. */
export const REFERENCE_FOLDER = "/_octavo/reference/";
/** The bundle of browser/reference/start-reference.ts, which starts Swagger UI. */
export const REFERENCE_SCRIPT = "start.js";
/** Files from swagger-ui-dist. */
export const REFERENCE_FILES = ["swagger-ui-bundle.js", "swagger-ui.css"] as const;

/** Id of the element for the reference. */
export const REFERENCE_ID = "reference";

/**
 * Headers that allow the page to run only this site's scripts and to send requests only to this
 * site.
 * @param styleHash `sha256-…` of REFERENCE_STYLE
 */
export function referenceHeaders(styleHash: string): Readonly<Record<string, string>> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' '${styleHash}'`,
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

/** The same for every site, because the site's name is read from the OpenAPI document. */
export function renderReferencePage(): string {
  const [bundle, style] = REFERENCE_FILES;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>API reference</title>
<link rel="icon" href="${FAVICON}">
<link rel="stylesheet" href="${REFERENCE_FOLDER}${style}">
<style>${REFERENCE_STYLE}</style>
<script defer src="${REFERENCE_FOLDER}${bundle}"></script>
<script type="module" src="${REFERENCE_FOLDER}${REFERENCE_SCRIPT}"></script>
</head>
<body>
<header class="top"><nav aria-label="Site"><a class="name" href="/">The site</a><ul><li><a href="/api">All paths</a></li><li><a href="/api/v1/openapi.json">openapi.json</a></li></ul></nav></header>
<div id="${REFERENCE_ID}"><p class="wait">The reference needs JavaScript. Without it, <a href="/api">the list of all paths</a> and <a href="/api/v1/openapi.json">the OpenAPI document</a> have the same content.</p></div>
</body>
</html>
`;
}
