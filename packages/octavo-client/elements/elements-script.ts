import { defineElements } from "./elements.ts";

/**
 * `octavo-elements.js`, a classic script: `<script src="/octavo-elements.js" defer></script>`. The API is where the script is from, unless an element's
 * `api` names its base address; so are the texts of other languages.
 */
const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  defineElements({ baseUrl: new URL("api/v1", script.src).href, textsUrl: new URL(".", script.src).href });
}
