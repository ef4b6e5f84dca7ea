import type { Rendered } from "./types.ts";

/** What there is of a document without a text. */
export const NO_BODY: Rendered = {
  html: "",
  text: "",
  excerpt: "",
  toc: [],
  wordCount: 0,
  readingTimeMinutes: 1,
  hasCode: false,
  codeLanguages: [],
};
