import { trackPage } from "./track-page.ts";

/**
 * `octavo-engagement.js`, a classic script: `<script src="/octavo-engagement.js"
 * data-slug="tide-tables" defer></script>`. The API is expected where the script is, unless
 * `data-api` names its base address. `data-campaigns`, or `<meta name="octavo-campaigns">` in pages
 * that a build writes, counts campaigns too.
 */
const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const { slug, kind, api } = script.dataset;
  const start = (): void => {
    const campaigns = "campaigns" in script.dataset || document.querySelector("meta[name=octavo-campaigns]") !== null;
    const baseUrl = api?.replace(/\/$/, "") ?? new URL("api/v1", script.src).href;
    trackPage({ baseUrl, slug: slug ?? null, kind: kind ?? null, campaigns });
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
}
