import { defineElements } from "./elements.ts";

/**
 * `octavo-elements.js`, a classic script: `<script src="/octavo-elements.js" defer></script>`. API
 * and language files are expected where the script is. An element's `api` can name another base
 * address.
 */
const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  defineElements({ baseUrl: new URL("api/v1", script.src).href, textsUrl: new URL(".", script.src).href });
}
