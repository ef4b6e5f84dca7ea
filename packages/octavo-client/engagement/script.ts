import { trackPage } from "./track-page.ts";

/**
 * A build writes this before the script if the site counts campaigns (build/outputs/outputs.ts).
 */
declare const OCTAVO_CAMPAIGNS: true | undefined;

/**
 * `octavo-engagement.js`, a classic script: `<script src="/octavo-engagement.js"
 * data-slug="tide-tables" defer></script>`. The API is expected in the script's folder, unless
 * `data-api` names its base address.
 */
const { dataset, src } = document.currentScript as HTMLScriptElement;
const { slug = null, kind = null, api } = dataset;
const start = (): void => {
  const campaigns = typeof OCTAVO_CAMPAIGNS !== "undefined";
  trackPage({ baseUrl: api?.replace(/\/$/, "") ?? new URL("api/v1", src).href, slug, kind, campaigns });
};
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
