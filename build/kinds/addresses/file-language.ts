/** The language in a file's name, on sites that keep translations side by side. */

/** `suffix`: `posts/hello.de.md`. `folder`: `de/posts/hello.md` or `posts/de/hello.md`. */
export const TRANSLATION_LAYOUTS = ["suffix", "folder"] as const;
/**
 * An object maps the folders of translations (`i18n/{lang}/blog`) to the folders of the originals.
 */
export type TranslationLayout = (typeof TRANSLATION_LAYOUTS)[number] | Readonly<Record<string, string>>;

export interface LanguageOptions {
  /** null if file names have no language. */
  readonly layout: TranslationLayout | null;
  /**
   * The languages of the site, including its main language. If there is only one, any language is
   * recognized.
   */
  readonly locales: readonly string[];
}

export interface LanguageOfFile {
  /** BCP 47, canonical; null if the name has no language. */
  readonly language: string | null;
  /** The path without its language: the same for all translations. */
  readonly relative: string;
}

/** Reads the path of a file, relative to the content folder. */
export type ReadFileLanguage = (relative: string) => LanguageOfFile;

/**
 * Number of leading folders that may be a language: the first, or the first inside the collection's
 * own folder.
 */
const LANGUAGE_FOLDERS = 2;

export function createLanguageReader({ layout, locales }: LanguageOptions): ReadFileLanguage {
  if (layout === null) return (relative) => ({ language: null, relative });
  const toLanguage = createLanguageFinder(locales);
  if (layout === "suffix")
    return (relative) => {
      const [, before = "", tag = "", ending = ""] = /^(.*[^/])\.([^./]+)(\.[^./]+)$/s.exec(relative) ?? [];
      const language = toLanguage(tag);
      return { language, relative: language === null ? relative : before + ending };
    };
  if (layout !== "folder") return createTreeReader(layout, toLanguage);
  return (relative) => {
    const parts = relative.split("/");
    for (const [index, part] of parts.slice(0, -1).slice(0, LANGUAGE_FOLDERS).entries()) {
      const language = toLanguage(part);
      if (language !== null) return { language, relative: parts.toSpliced(index, 1).join("/") };
    }
    return { language: null, relative };
  };
}

/** Describes the mistake in a folder of translations. Returns null if it is valid. */
export function problemOfTree(folder: string): string | null {
  const parts = folder.split("/");
  if (parts.filter((part) => part === "{lang}").length !== 1) return "does not have exactly one part {lang}";
  return parts.some((part) => part === "" || part === "." || part === ".." || (part !== "{lang}" && /[*?{}[\]]/.test(part)))
    ? "is not a folder below the content folder"
    : null;
}

/** Reads `i18n/de/blog/hello.md` as `blog/hello.md`, for `{ "i18n/{lang}/blog": "blog" }`. */
function createTreeReader(folders: Readonly<Record<string, string>>, toLanguage: (tag: string) => string | null): ReadFileLanguage {
  const trees = Object.entries(folders).map(([tree, original]) => {
    const [before = "", after = ""] = `${tree}/`.split("{lang}");
    return { before, after, original: original === "" || original === "." ? "" : `${original.replace(/\/+$/, "")}/` };
  });
  return (relative) => {
    for (const { before, after, original } of trees) {
      if (!relative.startsWith(before)) continue;
      const end = relative.indexOf("/", before.length);
      const language = end === -1 || !relative.startsWith(after, end) ? null : toLanguage(relative.slice(before.length, end));
      if (language !== null) return { language, relative: original + relative.slice(end + after.length) };
    }
    return { language: null, relative };
  };
}

/**
 * Creates a function that returns the site's language for a tag, or null if the tag is not a
 * language, as in `node.js.md`.
 */
function createLanguageFinder(locales: readonly string[]): (tag: string) => string | null {
  const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  return (tag) => {
    if (!/^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i.test(tag)) return null;
    const [canonical = tag] = Intl.getCanonicalLocales(tag);
    const isOfSite = locales.length > 1 ? locales.includes(canonical) : names.of(canonical) !== undefined;
    return isOfSite ? canonical : null;
  };
}
