import { loadEmbedsOnClick } from "./load-embeds.ts";

/**
 * `octavo-embeds.js`, a classic script: `<script src="/octavo-embeds.js" defer></script>`. Loads
 * the players of cards and videos on a click, and, on pages with a diagram, the code that draws
 * diagrams. Its other files are expected in the script's folder.
 */
const { src } = document.currentScript as HTMLScriptElement;
const drawing = new URL("octavo-diagrams.js", src).href;
const draw = (): void => {
  if (document.querySelector("pre[data-diagram]")) void import(drawing).then((module) => module.drawDiagrams());
};
loadEmbedsOnClick();
// After each build, `dev` replaces the content of the open page.
document.addEventListener("octavo:replaced", draw);
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", draw);
else draw();
