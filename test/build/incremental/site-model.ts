import { basename } from "node:path";
import type { BuildOptions } from "../../../build/build-options.ts";
import type { Counts } from "../../../contract/schemas/list.ts";
import type { HostName } from "../../../hosts/host-names.ts";
import { DOCUMENT_KIND_NAMES, type DocumentKindName } from "../../../kinds/document-kinds.ts";
import { type Block, toMarkdown } from "./body-blocks.ts";
import { drawPng, drawSvg } from "./draw-pictures.ts";
import { type DocumentKind, requiredFieldsOf } from "./front-matter-values.ts";
import { COMPUTE, COMPUTE_MARK, CSV_ENTRIES, ENTRIES, KINDS_OF_SITES } from "./kind-definitions.ts";

/**
 * A small site that can be edited in every way in which authors edit their sites. Edits return a
 * new site, so that they can be undone.
 */
export interface Site {
  /** Documents by path below the content folder. */
  readonly documents: ReadonlyMap<string, Document>;
  /**
   * Pictures by path below the site's folder; two pictures with the same number have the same
   * pixels.
   */
  readonly pictures: ReadonlyMap<string, number>;
  /** Other files, by path below the site's folder. */
  readonly files: ReadonlyMap<string, string>;
  /** Options of the build, which no content file contains. */
  readonly options: Pick<BuildOptions, "now" | "drafts" | "future" | "search"> & {
    readonly addresses: BuildOptions["addresses"] | null;
    readonly hosts: readonly HostName[];
  };
  readonly counts: Counts | null;
  /** Members of octavo.config.mjs. */
  readonly config: Readonly<Record<string, unknown>>;
  /** A plugin that puts a mark after each paragraph; null if there is none. */
  readonly plugin: { readonly list: "remarkPlugins" | "rehypePlugins"; readonly mark: string } | null;
}

export interface Document {
  readonly kind: DocumentKind;
  /** Null if the key is not written. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Null if the file contains only data. */
  readonly body: readonly Block[] | null;
}

/** Times of builds: before, between and after the dates of documents. */
export const INSTANTS = ["2024-05-01T00:00:00.000Z", "2024-07-01T00:00:00.000Z", "2024-07-10T00:00:00.000Z"];
const CONFIG = {
  kinds: KINDS_OF_SITES[0],
  checks: { brokenLinks: "warning", missingPictures: "warning" },
  frontMatter: { unknownKeys: "collect" },
};

/** Path below the site's folder. */
export const COUNTS_FILE = "counts.json";

const LOOM = { src: "/loom.png", alt: "A loom" };
const VIDEO = "https://vimeo.com/12345";
const PAGE = {
  hero: { title: "Weaving for you", image: LOOM },
  translations: { nb: { cta: { title: "?", label: "Spør", href: "/spor" } } },
};

export function createSite(): Site {
  const documents = new Map<string, Document>([
    ...DOCUMENT_KIND_NAMES.filter((kind) => !KINDS_BY_HAND.includes(kind)).map(toPlainDocument),
    ["site.yaml", { kind: "site", fields: { name: "Marsh", url: "https://marsh.example", timeZone: "Europe/Oslo" }, body: null }],
    ["about.md", { kind: "about", fields: { headline: "Me" }, body: [["text", 0]] }],
    ["services-page.yaml", { kind: "servicesPage", fields: PAGE, body: null }],
    ["series/walks.yaml", { kind: "series", fields: { title: "About walks" }, body: null }],
    ["series/cloth.yaml", { kind: "series", fields: { title: "About cloth" }, body: null }],
    ["projects/loom.md", { kind: "projects", fields: { title: "The loom", cover: LOOM, tags: ["Looms"] }, body: [["text", 2]] }],
    ["books/weaving.md", toBook()],
    ["photos/grey.md", { kind: "photos", fields: { title: "Grey", image: LOOM, tags: ["Herons"] }, body: [["text", 1]] }],
    ["services/mending.md", { kind: "services", fields: { title: "Mending" }, body: [["text", 1]] }],
    [
      "posts/one.md",
      toPost(
        0,
        [
          ["text", 0],
          ["heading", 0],
          ["link", 0],
        ],
        { series: { slug: "walks" }, tags: ["Rain"], mood: "glad" },
      ),
    ],
    [
      "posts/two.md",
      toPost(
        1,
        [
          ["text", 1],
          ["code", 0],
          ["html", 0],
        ],
        { series: { slug: "walks" }, tags: ["rain", "Looms"], note: "A note" },
      ),
    ],
    [
      "posts/three.md",
      toPost(
        3,
        [
          ["picture", 0],
          ["heading", 0],
          ["text", 2],
        ],
        { cover: LOOM, tags: ["Looms"], video: VIDEO },
      ),
    ],
    [
      "posts/four.md",
      toPost(
        4,
        [
          ["text", 3],
          ["list", 0],
        ],
        { aliases: ["former-four"], authors: "Aud" },
      ),
    ],
    [
      "posts/later.md",
      toPost(
        0,
        [
          ["text", 0],
          ["broken link", 0],
        ],
        { publishedAt: "2024-07-04" },
      ),
    ],
    ["posts/sketch.md", toPost(1, [["text", 1]], { draft: true, preview: "abcdefghijklmnop" })],
    [
      "talks/tides.md",
      {
        kind: "talks",
        fields: {
          title: "Tides",
          heldOn: "2024-02-01",
          next: "looms",
          post: "later",
          tags: ["Rain"],
          language: "nb",
          translationKey: "tide",
        },
        body: [["text", 0]],
      },
    ],
    [
      "talks/looms.md",
      { kind: "talks", fields: { heldOn: "2023-02-01", next: "mist", abstract: "See [two](../posts/two.md)." }, body: [["heading", 0]] },
    ],
    ["talks/mist.md", { kind: "talks", fields: { title: "Mist", publishedAt: "2024-07-04", next: "tides" }, body: [["text", 1]] }],
    [
      "pages/uses.md",
      { kind: "pages", fields: { title: "Uses", language: "nb", translationKey: "tide", tags: ["Looms"] }, body: [["text", 1]] },
    ],
    ["pages/docs/index.md", { kind: "pages", fields: { title: "Docs", translationKey: "tide" }, body: [["heading", 0]] }],
    ["pages/docs/install.md", { kind: "pages", fields: { title: "Install", publishedAt: "2024-02-10" }, body: [["link", 5]] }],
    ["posts/five.md", toPost(2, [["text", 0]], { unlisted: true, aliases: ["former-five"] })],
  ]);
  return {
    documents,
    pictures: new Map([
      ["content/pictures/heron.svg", 1],
      ["static/loom.png", 2],
    ]),
    files: new Map([
      ["content/notes.txt", "Measured at noon.\n"],
      ["content/links.yaml", ENTRIES[0] ?? ""],
      ["content/links.csv", CSV_ENTRIES],
    ]),
    options: { now: INSTANTS[1] ?? "", drafts: false, future: false, search: true, addresses: null, hosts: ["nginx"] },
    counts: null,
    config: CONFIG,
    plugin: null,
  };
}

/** Kinds whose first documents are written out in `createSite`. */
const KINDS_BY_HAND: readonly string[] = ["projects", "books", "photos", "services", "pages"];

function toPlainDocument(kind: DocumentKindName): [path: string, document: Document] {
  return [`${kind}/first.md`, { kind, fields: { title: "First", ...requiredFieldsOf(kind) }, body: [["text", 1]] }];
}

const POST_DATES = ["2024-01-01", "2024-02-10T08:00:00Z", "2024-02-10T09:00:00Z", "2024-03-05", "2024-06-30T23:30"];

export function toPost(number: number, body: readonly Block[], fields: Document["fields"] = {}): Document {
  const title = ["Rain again", "On looms", "A heron", "Nothing much", "Long walk"][number % 5];
  return { kind: "posts", fields: { title, publishedAt: POST_DATES[number % POST_DATES.length], ...fields }, body };
}

function toBook(): Document {
  const fields = { title: "Weaving", authors: ["Aud"], status: "finished", relatedPostSlug: "two", tags: ["Looms"] };
  return {
    kind: "books",
    fields,
    body: [
      ["text", 2],
      ["link", 1],
    ],
  };
}

/**
 * Returns the name of a document's file, without its prefix for sorting: `one` for
 * `posts/2024-02-02-one.md` and `posts/one/index.md`.
 */
export function nameOf(path: string): string {
  const whole = path.replace(/\/index(?=\.md$)/, "");
  return basename(whole)
    .replace(/\.\w+$/, "")
    .replace(/^\d{4}-\d{2}-\d{2}-/, "");
}

/** Returns the contents of a site's files, by path below its folder. */
export function toFiles({ documents, pictures, files, config, plugin, counts }: Site): Map<string, string | Buffer> {
  const all = new Map<string, string | Buffer>(files);
  all.set("octavo.config.mjs", toConfig(config, plugin));
  if (counts !== null) all.set(COUNTS_FILE, JSON.stringify(counts));
  for (const [path, document] of documents) all.set(`content/${path}`, toText(document));
  for (const [path, number] of pictures) all.set(path, path.endsWith(".svg") ? drawSvg(number) : drawPng(number));
  return all;
}

function toText({ fields, body }: Document): string {
  const { publishDate = null, publishedAt, ...others } = fields;
  const dates = publishDate === null ? { publishedAt } : { date: publishedAt, publishDate };
  const written = Object.entries({ ...others, ...dates }).filter(([, value]) => value !== null && value !== undefined);
  const data = written.map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join("");
  return body === null ? data : `---\n${data}---\n\n${toMarkdown(body)}`;
}

function toConfig(config: Site["config"], plugin: Site["plugin"]): string {
  return toConfigText(config, plugin).replaceAll(JSON.stringify(COMPUTE_MARK), COMPUTE);
}

function toConfigText({ markdown = {}, ...others }: Site["config"], plugin: Site["plugin"]): string {
  if (plugin === null) return `export default ${JSON.stringify({ ...others, markdown })};\n`;
  const source = `const mark = () => (tree) => {
  for (const block of tree.children)
    if (block.type === "paragraph" || block.tagName === "p") block.children.push({ type: "text", value: ${JSON.stringify(plugin.mark)} });
};\n`;
  const members = JSON.stringify({ ...others, markdown: { ...(markdown as object), [plugin.list]: [] } });
  return `${source}export default ${members.replace(`"${plugin.list}":[]`, `"${plugin.list}":[mark]`)};\n`;
}
