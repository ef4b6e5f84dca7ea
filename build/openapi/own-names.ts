/** What examples name: documents of the site, so that somebody who tries them gets an answer. */
export interface OwnNames {
  /** Slugs. */
  readonly post: string;
  readonly series: string;
  readonly project: string;
  readonly book: string;
  readonly photo: string;
  readonly album: string;
  readonly offering: string;
  readonly tag: string;
  readonly category: string;
  readonly author: string;
  /** Id of a service that is offered; null: there is none. */
  readonly service: string | null;
}

/** @param examples the site's own answers by operationId */
export function findOwnNames(examples: Readonly<Record<string, unknown>>): OwnNames {
  return {
    post: textOf(examples.getPost, "slug") ?? "tide-tables",
    series: textOf(examples.getPostSeries, "slug") ?? "the-sea-in-numbers",
    project: textOf(examples.getProject, "slug") ?? "harbour-clock",
    book: textOf(examples.getBook, "slug") ?? "the-moon-and-the-tide",
    photo: textOf(examples.getPhoto, "slug") ?? "low-water",
    album: textOf(firstOf(examples.listAlbums), "slug") ?? "harbours",
    offering: textOf(examples.getService, "slug") ?? "weaving-course",
    tag: textOf(firstOf(examples.listTags), "slug") ?? "typescript",
    category: textOf(firstOf(examples.listCategories), "slug") ?? "notes",
    author: textOf(firstOf(examples.listAuthors), "slug") ?? "ines",
    service: textOf(firstOf(examples.listServices), "id"),
  };
}

function firstOf(list: unknown): unknown {
  const items = memberOf(list, "items");
  return Array.isArray(items) ? items[0] : undefined;
}

function textOf(value: unknown, name: string): string | null {
  const member = memberOf(value, name);
  return typeof member === "string" ? member : null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}
