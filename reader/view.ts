import { toApiBase } from "../contract/text/base-path.ts";
import { type ClientMethods, createClient } from "../packages/octavo-client/client.ts";
import { type ReaderFacts, readBase } from "./reader-facts.ts";
import type { ReaderWording } from "./words/reader-wording.ts";

/** Passed to every view. */
export interface Reader {
  readonly client: ClientMethods;
  readonly facts: ReaderFacts;
  readonly wording: ReaderWording;
  readonly signal: AbortSignal;
  /** Query of the page's address. */
  readonly query: URLSearchParams;
  /** Registers a callback for when another view replaces this one. */
  onLeave(callback: () => void): void;
}

/** The content of a page, and its title. */
export interface View {
  readonly title: string;
  readonly content: readonly Node[];
  /** Language of the content, if it is not the site's. */
  readonly language?: string;
}

export function openClient(): ClientMethods {
  return createClient({ baseUrl: toApiBase(readBase()) });
}
