import { keepRendered, type RenderingStore } from "./cache/rendering.ts";
import type { SourceFile } from "./entries.ts";
import type { Renderer } from "./render/types.ts";

/** A text as soon as it was read. */
export interface FreshBody {
  readonly file: SourceFile;
  readonly markdown: string;
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
}

/** Renders a text and keeps it, if it needs nothing of others. @returns whether it did */
export type RenderAhead = (body: FreshBody, store: RenderingStore) => Promise<boolean>;

/** What mostly refers to other files: to be rendered in its turn. Where this is wrong the text is only rendered later, or twice. */
const NOT_ALONE = /!\[|\]\((?!https?:|mailto:|#)/;

/** Whether to try `renderAlone` at all. */
export function mayStandAlone(markdown: string): boolean {
  return !NOT_ALONE.test(markdown) && markdown.trim() !== "";
}

/**
 * Texts that stand for themselves are rendered as soon as they were read, so that none of them is held until all files are known.
 * @param open the renderer, loaded when there is something to render
 */
export function createRenderAhead(open: () => Promise<Renderer>): RenderAhead {
  let renderer: Renderer | null = null;
  return async ({ file, markdown }, store) => {
    if (!mayStandAlone(markdown)) return false;
    renderer ??= await open();
    const rendered = renderer.renderAlone(markdown);
    if (rendered === null) return false;
    keepRendered(store, file, rendered);
    return true;
  };
}
