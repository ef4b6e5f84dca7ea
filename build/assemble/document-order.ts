import type { Book } from "../../contract/schemas/book.ts";
import type { Photo } from "../../contract/schemas/photo.ts";
import type { Project } from "../../contract/schemas/project.ts";
import type { ServiceOffering } from "../../contract/schemas/service.ts";
import { toLocalTime } from "../shared/dates.ts";
import { compareText } from "../shared/diagnostics.ts";

/** The total orders of the contract: ties by slug, nulls last. */

/** Ascending, nulls first: the direction of document numbers. */
export function compareNullsFirst(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  return compareText(a, b);
}

/** Newest first, nulls last. */
export function compareNewest(a: string | null, b: string | null): number {
  return compareNullsFirst(b, a);
}

interface Dated {
  readonly slug: string;
}

/** Order of document numbers; reversed, it is newest first with ties by slug. */
export function compareByNumber<T extends Dated>(dateOf: (document: T) => string | null): (a: T, b: T) => number {
  return (a, b) => compareNullsFirst(dateOf(a), dateOf(b)) || compareText(b.slug, a.slug);
}

/** When photos were taken, else published, on the site's clock: what lists of them are ordered by. */
export function createPhotoDater(timeZone: string): (photo: Pick<Photo, "slug" | "takenAt" | "publishedAt">) => string | null {
  /** A sort asks for the date of a photo many times. */
  const local = new Map<string, string>();
  return ({ takenAt, publishedAt }) => {
    if (takenAt !== null || publishedAt === null) return takenAt;
    const known = local.get(publishedAt) ?? toLocalTime(Date.parse(publishedAt), timeZone);
    local.set(publishedAt, known);
    return known;
  };
}

/** Featured, then `order`, then newest startedOn. */
export function compareProjects(a: Project, b: Project): number {
  return (
    Number(b.featured) - Number(a.featured) ||
    compareOrder(a.order, b.order) ||
    compareNewest(a.startedOn, b.startedOn) ||
    compareText(a.slug, b.slug)
  );
}

/** Being read first, then newest finishedOn. */
export function compareBooks(a: Book, b: Book): number {
  return (
    Number(b.status === "reading") - Number(a.status === "reading") ||
    compareNewest(a.finishedOn, b.finishedOn) ||
    compareText(a.slug, b.slug)
  );
}

/** Featured, then `order`, then slug. */
export function compareServices(a: ServiceOffering, b: ServiceOffering): number {
  return Number(b.featured) - Number(a.featured) || compareOrder(a.order, b.order) || compareText(a.slug, b.slug);
}

function compareOrder(a: number | null, b: number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a - b;
}
