import { renderTitle } from "../document-text.ts";
import { attributes, type Html, html } from "../html.ts";

/** A document next to another one in the list of its kind. */
export interface Neighbour {
  readonly path: string;
  readonly title: string;
}

/** A side without a neighbour is undefined or null. */
export interface Neighbours {
  readonly previous?: Neighbour | null | undefined;
  readonly next?: Neighbour | null | undefined;
}

/**
 * The built-in kinds, besides posts, whose pages link to their neighbours. For posts, the API
 * provides the neighbours.
 */
export const KINDS_IN_A_ROW: readonly string[] = ["photos"];

/** The documents before and after the one at an index of a list. */
export function findBeside(list: readonly object[], at: number): Neighbours {
  return { previous: toNeighbour(list[at - 1]), next: toNeighbour(list[at + 1]) };
}

function toNeighbour(document: object | undefined): Neighbour | undefined {
  const { path = null, title = "" } = (document ?? {}) as { readonly path?: string | null; readonly title?: string };
  return path === null ? undefined : { path, title };
}

export interface NeighbourLabels {
  /** The label of the two links as a group. */
  readonly all: string;
  readonly previous: string;
  readonly next: string;
  /** Whether the keys ← and → follow the links. */
  readonly hasKeys?: boolean;
}

/** Links to a document's neighbours. */
export function renderNeighbours({ previous, next }: Neighbours, labels: NeighbourLabels): Html | null {
  if (!previous && !next) return null;
  const link = (beside: Neighbour | null | undefined, rel: "prev" | "next", label: string): Html | null =>
    beside
      ? html`<a${attributes({ href: beside.path, rel, class: rel === "next" ? "later" : null })}><span class="quiet">${label}</span> ${renderTitle(beside.title)}</a>`
      : null;
  return html`<nav class="neighbours"${attributes({ "data-keys": labels.hasKeys, "aria-label": labels.all })}>${link(previous, "prev", labels.previous)}${link(next, "next", labels.next)}</nav>
`;
}
