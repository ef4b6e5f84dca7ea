import { defineWithTexts } from "../../packages/octavo-client/elements/define-with-texts.ts";
import type { OwnTexts } from "../../packages/octavo-client/elements/octavo-element.ts";
import { followKeys } from "./follow-keys.ts";
import { startSchemeSwitch } from "./scheme-switch.ts";

/**
 * The first part of /site.js: elements in the site's language, the switch between light and dark,
 * keys. The build writes the texts before it (build/outputs/website/site-script.ts).
 */
declare const OCTAVO_TEXTS: OwnTexts;

const { src } = document.currentScript as HTMLScriptElement;
startSchemeSwitch();
followKeys();
defineWithTexts({ baseUrl: new URL("api/v1", src).href, textsUrl: new URL(".", src).href }, OCTAVO_TEXTS);
