import { type ClientMethods, createClient } from "../packages/octavo-client/client.ts";

/** What the page is told by the program that serves it. */
export interface SiteFacts {
  readonly name: string;
  /** BCP 47. */
  readonly language: string;
  readonly tagline: string | null;
  /** Sections that hold something, in the order of the menu. */
  readonly sections: readonly SectionName[];
  /** Whether `/_octavo/events` tells of builds. */
  readonly watching: boolean;
  /** Whether reading is counted. */
  readonly counted: boolean;
}

export const SECTIONS = { posts: "Posts", projects: "Projects", books: "Books", photos: "Photos", services: "Services", about: "About" } as const;
export type SectionName = keyof typeof SECTIONS;

/** Id of the element that holds the facts as JSON. */
export const FACTS_ID = "octavo-site";

/** What every view needs. */
export interface Reader {
  readonly client: ClientMethods;
  readonly facts: SiteFacts;
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
