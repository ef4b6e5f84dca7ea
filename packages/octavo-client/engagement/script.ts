import { trackPage } from "./track-page.ts";

/**
 * `octavo-engagement.js`, a classic script: `<script src="/octavo-engagement.js"
 * data-slug="tide-tables" defer></script>`. The API is expected where the script is, unless
 * `data-api` names its base address. `data-campaigns`, or `<meta name="octavo-campaigns">` in pages
 * that a build writes, counts campaigns too.
 */
const { dataset, src } = document.currentScript as HTMLScriptElement;
const { slug = null, kind = null, api } = dataset;
const start = (): void => {
  const campaigns = "campaigns" in dataset || document.querySelector("meta[name=octavo-campaigns]") !== null;
  trackPage({ baseUrl: api?.replace(/\/$/, "") ?? new URL("api/v1", src).href, slug, kind, campaigns });
};
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
