import micromatch from "micromatch";
import { parseFileName } from "../../build/shared/slugs.ts";

/** The parts of a path that differ between documents. */
export interface PlaceParts {
  readonly slug: string;
  /** `2026-06-01` */
  readonly day: string;
}

interface PlaceOptions extends PlaceParts {
  readonly isTree?: boolean;
}

/** Default file names for documents of a kind; the first that matches a glob is used. */
const DATED_NAME = "{year}-{month}-{day}-{slug}.md";
const USUAL = ["{slug}.md", "{slug}.yaml", "{slug}/index.md", "{slug}/index.mdx", "{slug}.mdx", DATED_NAME];
/** Folders to try in front of a name, for globs that contain `*` folders. */
const FOLDERS = ["", "{year}/", "{year}/{month}/"];

/**
 * Finds the path for a new document: named like most existing documents, or else the simplest path
 * that matches the globs.
 * @param globs globs of the collection, including exclusions
 * @param existing paths of the existing documents. Like the globs, they use forward slashes and are
 * relative to the content folder
 * @param isTree whether folders determine a document's place. If so, a new document goes to the top
 *   level
 * @returns null if no candidate path matches the globs
 */
export function findPlace(
  globs: readonly string[],
  existing: readonly string[],
  { isTree = false, ...parts }: PlaceOptions,
): string | null {
  const usual = toUsualShapes(globs);
  const shapes = [...rankShapes(existing).filter((shape) => !isTree || usual.includes(shape)), ...usual];
  const paths = shapes.map((shape) => fillShape(shape, parts));
  return paths.find((path) => isTaken(path, globs)) ?? null;
}

/** Whether the globs match a path. Globs that begin with `!` exclude paths. */
export function isTaken(path: string, globs: readonly string[]): boolean {
  const [without, within] = [globs.filter((glob) => glob.startsWith("!")), globs.filter((glob) => !glob.startsWith("!"))];
  const excluded = without.map((glob) => glob.slice(1));
  return micromatch.isMatch(path, within) && !micromatch.isMatch(path, excluded);
}

/** Path shapes, most frequent first. Among equally frequent shapes, the shallowest comes first. */
function rankShapes(paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const shape of paths.map(toShape)) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const depth = (shape: string): number => shape.split("/").length;
  return [...counts].sort(([a, countA], [b, countB]) => countB - countA || depth(a) - depth(b)).map(([shape]) => shape);
}

/** `posts/2024/2024-01-31-hello.md` → `posts/{year}/{year}-{month}-{day}-{slug}.md`. */
function toShape(path: string): string {
  const segments = path.split("/");
  const file = segments.pop() ?? "";
  const extension = /\.[^.]+$/.exec(file)?.[0] ?? "";
  const isIndex = /^index\./i.test(file) && segments.length > 0;
  const name = isIndex ? (segments.pop() ?? "") : file.slice(0, file.length - extension.length);
  const { date } = parseFileName(`${name}.md`);
  const isPlain = date === null || !/^\d{4}-\d{2}-\d{2}-/.test(name);
  const named = isPlain ? "{slug}" : "{year}-{month}-{day}-{slug}";
  const folders = segments.map((segment, at) => {
    if (/^(?:19|20)\d\d$/.test(segment)) return "{year}";
    if (/^(?:19|20)\d\d$/.test(segments[at - 1] ?? "") && /^(?:0[1-9]|1[0-2])$/.test(segment)) return "{month}";
    return segment;
  });
  return [...folders, isIndex ? `${named}/${file}` : `${named}${extension}`].join("/");
}

function fillShape(shape: string, { slug, day }: PlaceParts): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const values: Readonly<Record<string, string>> = { slug, year, month, day: date };
  return shape.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

function toUsualShapes(globs: readonly string[]): readonly string[] {
  return globs
    .filter((glob) => !glob.startsWith("!"))
    .flatMap((glob) => {
      const { base } = micromatch.scan(glob) as { readonly base: string };
      const start = base === "" || base === "." ? "" : `${base}/`;
      // Jekyll requires a date in the names of its posts.
      const names = base.endsWith("_posts") ? [DATED_NAME, ...USUAL] : USUAL;
      return FOLDERS.flatMap((folder) => names.map((name) => start + folder + name));
    });
}
