/** What examples name: documents of the site, so that somebody who tries them gets an answer. */
export interface OwnNames {
  /** Slugs. */
  readonly post: string;
  readonly series: string;
  readonly tag: string;
  /** Id of a service that is offered; null: there is none. */
  readonly service: string | null;
}

/** @param examples the site's own answers by operationId */
export function findOwnNames(examples: Readonly<Record<string, unknown>>): OwnNames {
  return {
    post: textOf(examples.getPost, "slug") ?? "tide-tables",
    series: textOf(examples.getPostSeries, "slug") ?? "the-sea-in-numbers",
    tag: textOf(firstOf(examples.listTags), "slug") ?? "typescript",
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
