import { isAbsolute, join, relative, resolve, sep } from "node:path";

/*
 * Paths as a cache keeps them, which may be restored together with the site in another folder.
 */

/** How a path is kept: by the way to it from a folder that moves with the site. Both absolute. */
export function toPlace(folder: string, path: string): string {
  const start = join(folder, sep);
  return path.startsWith(start) ? path.slice(start.length) : relative(folder, path);
}

/** The path, absolute. */
export function fromPlace(folder: string, place: string): string {
  return place === "" || place.startsWith("..") || isAbsolute(place) ? resolve(folder, place) : join(folder, sep) + place;
}
