import { defineWithTexts } from "./define-with-texts.ts";
import type { ElementOptions } from "./octavo-element.ts";
import { ENGLISH } from "./texts/element-texts.ts";

export type * from "../generated/element-types.ts";
export type { ElementOptions } from "./octavo-element.ts";
export type { ElementTexts, PluralText } from "./texts/element-texts.ts";

/**
 * Defines `<octavo-comments>`, `<octavo-like>`, `<octavo-search>` and `<octavo-inquiry>` in this
 * page. Existing definitions stay. Does nothing without a DOM, because pages rendered on a server
 * call it too.
 */
export function defineElements(options: ElementOptions = {}): void {
  defineWithTexts(options, { language: "en", texts: ENGLISH });
}
