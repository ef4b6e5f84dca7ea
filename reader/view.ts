import { type ClientMethods, createClient } from "../packages/octavo-client/client.ts";
import type { ReaderFacts } from "./reader-facts.ts";

/** What every view needs. */
export interface Reader {
  readonly client: ClientMethods;
  readonly facts: ReaderFacts;
  readonly signal: AbortSignal;
  /** Of the page's address. */
  readonly query: URLSearchParams;
  /** Calls back when the view gives way to another. */
  onLeave(callback: () => void): void;
}

/** What a view shows. */
export interface View {
  readonly title: string;
  readonly content: readonly Node[];
  /** Of the content, where it is not the site's. */
  readonly language?: string;
}

export function openClient(): ClientMethods {
  return createClient({ baseUrl: "/api/v1" });
}
