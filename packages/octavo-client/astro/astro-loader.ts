import type { Book, ClientMethods, OwnDocument, Page, PhotoDocument, Post, PostSeries, Project, ServiceOffering } from "../client.ts";

/** Maximum number of concurrent requests for documents. */
const REQUESTS_AT_ONCE = 16;

/** The loadable kinds: the kind's name in the API → its document. */
export interface LoadedDocuments {
  posts: Post;
  projects: Project;
  books: Book;
  photos: PhotoDocument;
  services: ServiceOffering;
  pages: Page;
  series: PostSeries;
}

export interface LoaderOptions {
  readonly client: ClientMethods;
  /** A kind of LoadedDocuments, or the name of one of the site's own kinds. */
  readonly kind: keyof LoadedDocuments | (string & {});
  /** Slugs of additional documents that are in no list, such as unlisted posts. */
  readonly also?: readonly string[];
}

/** The parts of Astro's loader context that are used here. */
export interface LoaderTarget {
  readonly store: {
    get(id: string): { readonly digest?: number | string } | undefined;
    set(entry: { id: string; data: Record<string, unknown>; digest: string; rendered: RenderedText }): boolean;
    delete(id: string): void;
    keys(): readonly string[];
  };
  readonly logger: { info(message: string): void };
  parseData<Data extends Record<string, unknown>>(entry: { id: string; data: Data }): Promise<Data>;
  generateDigest(data: Record<string, unknown>): string;
}

interface RenderedText {
  html: string;
  metadata: { headings: { depth: number; slug: string; text: string }[]; imagePaths: string[] };
}

/** An Astro content loader. */
export interface OctavoLoader {
  readonly name: string;
  load(target: LoaderTarget): Promise<void>;
  /**
   * A schema from Astro's own library that accepts the API's responses, and the TypeScript type of
   * an entry.
   */
  createSchema(): Promise<{ schema: never; types: string }>;
}

const TYPES: Readonly<Record<string, string>> = {
  posts: "Post",
  projects: "Project",
  books: "Book",
  photos: "PhotoDocument",
  services: "ServiceOffering",
  pages: "Page",
  series: "PostSeries",
};

/**
 * A collection of the documents of one kind: `id` is the slug, `data` the document from the API,
 * and `render(entry)` gives its HTML and headings. Entries with an unchanged digest stay, and
 * entries of missing documents are removed. Only the first load has the API's order, so request
 * lists from the API.
 */
export function octavoLoader({ client, kind, also = [] }: LoaderOptions): OctavoLoader {
  return {
    name: `octavo-client/astro: ${kind}`,
    async load({ store, logger, parseData, generateDigest }) {
      const gone = new Set(store.keys());
      let changed = 0;
      for await (const document of readDocuments(client, kind, also)) {
        const id = document.slug;
        gone.delete(id);
        const data: Record<string, unknown> = { ...document };
        const digest = generateDigest(data);
        if (store.get(id)?.digest === digest) continue;
        store.set({ id, data: await parseData({ id, data }), digest, rendered: toRendered(document) });
        changed += 1;
      }
      for (const id of gone) store.delete(id);
      if (changed + gone.size > 0) logger.info(`${changed} new or changed, ${gone.size} removed`);
    },
    async createSchema() {
      // The name hides the import from bundlers, because only Astro has the module.
      const name = "astro/zod";
      const { z } = await import(name);
      const type = Object.hasOwn(TYPES, kind) ? TYPES[kind] : `OwnKindTypes<${JSON.stringify(kind)}>["document"]`;
      return { schema: z.custom() as never, types: `export type Entry = import("octavo-client").${type};\n` };
    },
  };
}

type LoadedDocument = LoadedDocuments[keyof LoadedDocuments] | OwnDocument;

async function* readDocuments(
  client: ClientMethods,
  kind: string,
  also: readonly string[],
): AsyncGenerator<LoadedDocument, void, undefined> {
  const { posts, projects, books, photos, services, pages, series } = client;
  const query = { pageSize: 100 };
  if (kind === "books") yield* books.all(query);
  else if (kind === "services") yield* (await services.list()).items;
  else {
    const slugs = [...also];
    const lists = { posts, projects, photos, pages };
    const list = Object.hasOwn(lists, kind) ? lists[kind as keyof typeof lists] : null;
    const { get }: { get(slug: string): Promise<LoadedDocument> } = kind === "series" ? series : (list ?? client.kind(kind));
    if (kind === "series") slugs.push(...(await series.list()).items.map(({ slug }) => slug));
    else for await (const { slug } of (list ?? client.kind(kind)).all(query)) slugs.push(slug);
    for (let at = 0; at < slugs.length; at += REQUESTS_AT_ONCE)
      yield* await Promise.all(slugs.slice(at, at + REQUESTS_AT_ONCE).map((slug) => get(slug)));
  }
}

/** The value that Astro's `render(entry)` returns. */
function toRendered(document: LoadedDocument): RenderedText {
  const toc = "toc" in document ? document.toc : [];
  return {
    html: htmlOf(document) ?? "",
    metadata: { headings: toc.map(({ id, level, title }) => ({ depth: level, slug: id, text: title })), imagePaths: [] },
  };
}

function htmlOf(document: LoadedDocument): string | null {
  if ("bodyHtml" in document) return document.bodyHtml;
  if ("descriptionHtml" in document) return document.descriptionHtml;
  if ("reviewHtml" in document) return document.reviewHtml;
  return "captionHtml" in document ? document.captionHtml : null;
}
