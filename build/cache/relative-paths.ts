import { isAbsolute, join, relative, resolve, sep } from "node:path";

/*
 * Makes paths relative, because a cache may be restored together with the site in another folder.
 */

/** Makes paths relative to a folder that moves with the site. Folder and paths are absolute. */
export function toPlaces(folder: string, paths: readonly string[]): string[] {
  const start = join(folder, sep);
  return paths.map((path) => (path.startsWith(start) ? path.slice(start.length) : relative(folder, path)));
}

/** Makes the paths absolute again. */
export function fromPlaces(folder: string, places: readonly string[]): string[] {
  const start = join(folder, sep);
  return places.map((place) => (place === "" || place.startsWith("..") || isAbsolute(place) ? resolve(folder, place) : start + place));
}
