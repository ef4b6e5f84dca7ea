import { defineElements } from "./elements.ts";

/**
 * `octavo-elements.js`, a classic script: `<script src="/octavo-elements.js" defer></script>`. The
 * API and the language files are expected in the script's folder. An element's `api` can name
 * another base address.
 */
const { src } = document.currentScript as HTMLScriptElement;
defineElements({ baseUrl: new URL("api/v1", src).href, textsUrl: new URL(".", src).href });
