import type { CodeHighlighter } from "./code-highlighter.ts";

/** The highlighter of a process. It is loaded for the first document with code to highlight. */
export class CodeMemory {
  #highlighter: Promise<CodeHighlighter> | null = null;

  load(): Promise<CodeHighlighter> {
    this.#highlighter ??= import("./code-highlighter.ts").then((module) => new module.CodeHighlighter());
    return this.#highlighter;
  }
}
