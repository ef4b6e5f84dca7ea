import type { CollectionName } from "../../contract/config/define-config.ts";

export interface NewFieldValues {
  readonly title: string;
  /** `2026-06-01`, or with a time and an offset. */
  readonly date: string;
  /** `2026-06-01` */
  readonly day: string;
  /** Of a photo: `./heron.jpg`. */
  readonly picture: string;
}

/** What a new document of each kind says, in our names; null stands for what is to be filled in. All of it is taken by the kind's schema. */
export const NEW_FIELDS: Readonly<Record<CollectionName, (values: NewFieldValues) => Readonly<Record<string, unknown>>>> = {
  posts: ({ title, date }) => ({ title, publishedAt: date, tags: [] }),
  projects: ({ title, day }) => ({ title, summary: null, status: "active", startedOn: day, tags: [] }),
  books: ({ title, day }) => ({ title, authors: [], status: "reading", startedOn: day, tags: [] }),
  photos: ({ title, date, picture }) => ({ title, image: { src: picture, alt: title }, publishedAt: date, tags: [] }),
  services: ({ title }) => ({ title, summary: null, availability: "open" }),
  series: ({ title }) => ({ title, description: null, status: "ongoing" }),
};
