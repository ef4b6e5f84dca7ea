/** A document beside another one in the list of its kind. */
export interface Neighbour {
  readonly path: string;
  readonly title: string;
}

/** Undefined: it is the first, or the last. */
export interface Neighbours {
  readonly previous?: Neighbour | undefined;
  readonly next?: Neighbour | undefined;
}

/** The built-in kinds whose pages link to their neighbours, besides posts: the API names those. */
export const KINDS_IN_A_ROW: readonly string[] = ["photos"];

/** The documents at both sides of one in a list. */
export function findBeside(list: readonly object[], at: number): Neighbours {
  return { previous: toNeighbour(list[at - 1]), next: toNeighbour(list[at + 1]) };
}

function toNeighbour(document: object | undefined): Neighbour | undefined {
  const { path = null, title = "" } = (document ?? {}) as { readonly path?: string | null; readonly title?: string };
  return path === null ? undefined : { path, title };
}
