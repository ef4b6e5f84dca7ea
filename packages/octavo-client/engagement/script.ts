import { trackPage } from "./track-page.ts";

/**
 * `octavo-engagement.js`, a classic script: `<script src="/octavo-engagement.js"
 * data-slug="tide-tables" defer></script>`. The API is expected where the script is, unless
 * `data-api` names its base address.
 */
const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const { slug, kind, api } = script.dataset;
  const start = (): void => {
    trackPage({ baseUrl: api?.replace(/\/$/, "") ?? new URL("api/v1", script.src).href, slug: slug ?? null, kind: kind ?? null });
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
}
