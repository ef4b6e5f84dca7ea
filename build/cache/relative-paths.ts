import { isAbsolute, join, relative, resolve, sep } from "node:path";

/*
 * Paths as a cache keeps them, which may be restored together with the site in another folder.
 */

/** How paths are kept: by the way to them from a folder that moves with the site. All are absolute. */
export function toPlaces(folder: string, paths: readonly string[]): string[] {
  const start = join(folder, sep);
  return paths.map((path) => (path.startsWith(start) ? path.slice(start.length) : relative(folder, path)));
}

/** The paths, absolute. */
export function fromPlaces(folder: string, places: readonly string[]): string[] {
  const start = join(folder, sep);
  return places.map((place) => (place === "" || place.startsWith("..") || isAbsolute(place) ? resolve(folder, place) : start + place));
}
