/** What the page is told by the program that serves it. */
export interface ReaderFacts {
  readonly name: string;
  /** BCP 47. */
  readonly language: string;
  readonly tagline: string | null;
  /** Sections that hold something, in the order of the menu. */
  readonly sections: readonly SectionName[];
  /** For the foot of each page. */
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** Whether there is a feed at `/feed.xml`. */
  readonly hasFeed: boolean;
  /** Whether `/_octavo/events` tells of builds. */
  readonly watching: boolean;
  /** Whether reading is counted. */
  readonly counted: boolean;
}

export const SECTIONS = {
  posts: "Posts",
  projects: "Projects",
  books: "Books",
  photos: "Photos",
  services: "Services",
  about: "About",
} as const;
export type SectionName = keyof typeof SECTIONS;

/** Id of the element that holds the facts as JSON. */
export const FACTS_ID = "octavo-site";
