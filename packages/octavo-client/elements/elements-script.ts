import { defineElements } from "./elements.ts";

/**
 * `octavo-elements.js`, a classic script: `<script src="/octavo-elements.js" defer></script>`. API
 * and language files are expected beside the script. An element's `api` can name another base
 * address.
 */
const { src } = document.currentScript as HTMLScriptElement;
defineElements({ baseUrl: new URL("api/v1", src).href, textsUrl: new URL(".", src).href });
