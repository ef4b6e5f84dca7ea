import type { Image } from "../../contract/schemas/values.ts";
import type { DocumentKind } from "../../kinds/document-kind.ts";
import { DOCUMENT_KINDS } from "../../kinds/document-kinds.ts";
import type { RenderedAbout, RenderedContent, RenderedDocument, RenderedPost } from "../assemble/documents/input.ts";
import type { Schedule } from "../assemble/schedule.ts";
import type { AboutDocument } from "../kinds/about-kind.ts";
import type { DocumentEntry } from "../kinds/document/document-entry.ts";
import type { GroupFile, GroupName, PictureRef, TagRef } from "../kinds/document/entry.ts";
import { type Content, type Entry, entriesOf } from "../kinds/kinds.ts";
import type { PostEntry } from "../kinds/post-kind.ts";
import type { ContentReferences, PictureOwner } from "../references/content-references.ts";
import type { Body } from "../rows/bodies.ts";
import { renderSource } from "../rows/cached-rendering.ts";
import type { SourceRows } from "../rows/source-rows.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { isOwnKey } from "../shared/kind-name.ts";
import { createCountedMap, mapLimit } from "../shared/parallel.ts";
import { type MaybePromise, NO_BODY, type References, type Rendered, type Renderer } from "../shared/rendered.ts";
import type { OwnKind } from "../shared/resolved-config.ts";
import type { Addresses } from "../shared/site-addresses.ts";
import { type FieldText, renderDocumentEntry } from "./render-document-entry.ts";

export interface RenderContentOptions {
  /** Loaded when something must be rendered. */
  readonly renderer: () => Promise<Renderer>;
  readonly schedule: Schedule;
  /**
   * References of published documents; of drafts shared by link, whose pictures must not be in any
   * list; and of documents that are only checked, whose pictures must not be published.
   */
  readonly references: Readonly<Record<"published" | "previewed" | "unpublished", ContentReferences>>;
  readonly diagnostics: Diagnostics;
  readonly addresses: Addresses;
  readonly rows: SourceRows;
  readonly ownKinds: readonly OwnKind[];
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Number of documents that are rendered at once: enough to keep the picture encoder busy, but few
 * enough that V8 frees their trees early.
 */
const PARALLEL_DOCUMENTS = 4;

/**
 * Renders every document, including drafts, so that all mistakes are reported at once, and returns
 * the published ones. An entry without one of its required pictures is left out, because the build
 * fails anyway.
 */
export async function renderContent(content: Content, options: RenderContentOptions): Promise<RenderedContent> {
  const entries = new EntryRenderer(content, options);
  const mapCounted = createCountedMap(PARALLEL_DOCUMENTS, entriesOf(content).length, options.onProgress);
  const isPublished = (entry: Entry): boolean => entries.isPublished(entry);
  const renderAll = async <E extends Entry, R>(all: readonly E[], render: (entry: E) => MaybePromise<R | null>) => {
    const rendered = await mapCounted(all, render);
    return (isWanted: (entry: Entry) => boolean) => rendered.filter((one, at) => one !== null && isWanted(all[at] as E)) as R[];
  };
  const each = async <E extends Entry, R>(all: readonly E[], render: (entry: E) => MaybePromise<R | null>): Promise<R[]> =>
    (await renderAll(all, render))(isPublished);
  const groups = await renderGroups(content, options);
  const posts = await renderAll(content.posts, (entry) => entries.post(entry));
  return {
    groups,
    posts: posts(isPublished),
    previews: posts(options.schedule.isPreviewed),
    documents: Object.fromEntries(
      await mapLimit([...Object.values(DOCUMENT_KINDS), ...options.ownKinds], 1, async (kind) => [
        kind.name,
        await each(content.documents[kind.name] ?? [], (entry) => entries.document(kind, entry)),
      ]),
    ),
    series: await each(content.series, async (entry) => ({ entry, cover: await entries.image(entry, entry.cover) })),
    ...(await renderDocuments(content, options)),
  };
}

class EntryRenderer {
  readonly #options: RenderContentOptions;
  readonly #siteLanguage: string;
  /** A series is public if one of its listed posts is. */
  readonly #publishedSeries: ReadonlySet<string>;

  constructor({ posts, site }: Content, options: RenderContentOptions) {
    this.#options = options;
    this.#siteLanguage = site.language;
    const { isPublished } = options.schedule;
    this.#publishedSeries = new Set(posts.flatMap((post) => (isPublished(post) && !post.unlisted ? (post.series?.slug ?? []) : [])));
  }

  isPublished(entry: Entry): boolean {
    return this.#options.schedule.isPublished(entry) && (entry.kind !== "series" || this.#publishedSeries.has(entry.slug));
  }

  #referencesOf(entry: Entry): ContentReferences {
    const { schedule, references } = this.#options;
    return this.isPublished(entry) ? references.published : schedule.isPreviewed(entry) ? references.previewed : references.unpublished;
  }

  #languageOf(entry: Entry): string {
    return (entry.kind === "posts" || isOwnKey(entry.kind) ? (entry as PostEntry | DocumentEntry).language : null) ?? this.#siteLanguage;
  }

  async #renderFresh(entry: Entry, asked: References, findings: Diagnostics): Promise<Rendered> {
    const markdown = (await entry.loadBody?.()) ?? entry.body;
    if (markdown.trim() === "") return NO_BODY;
    const source = { markdown, file: entry.file, line: entry.bodyLine, language: this.#languageOf(entry) };
    return (await this.#options.renderer()).render(source, asked, findings);
  }

  #body(entry: Entry): MaybePromise<Body> {
    const { rows, diagnostics } = this.#options;
    const render = (asked: References, findings: Diagnostics): Promise<Rendered> => this.#renderFresh(entry, asked, findings);
    return renderSource(rows, entry.file, { references: this.#referencesOf(entry), diagnostics, render });
  }

  async image(entry: Entry, ref: PictureRef | null): Promise<Image | null> {
    // Without a path, it is invalid and already reported.
    return ref === null || ref.src === "" ? null : this.#referencesOf(entry).image(ref, entry);
  }

  async #images(entry: Entry, refs: readonly PictureRef[]): Promise<Image[]> {
    return (await Promise.all(refs.map((ref) => this.image(entry, ref)))).filter((one) => one !== null);
  }

  post(entry: PostEntry): MaybePromise<RenderedPost> {
    const body = this.#body(entry);
    const hasPictures = entry.cover !== null || entry.images.length > 0 || (entry.video?.poster ?? null) !== null;
    if (hasPictures || body instanceof Promise) return this.#withPictures(entry, body);
    return { id: this.#options.rows.idOf(entry.file), entry, body, cover: null, images: [], poster: null };
  }

  async #withPictures(entry: PostEntry, asked: MaybePromise<Body>): Promise<RenderedPost> {
    const body = await asked;
    const pictures = {
      cover: await this.image(entry, entry.cover),
      images: await this.#images(entry, entry.images),
      poster: await this.image(entry, entry.video?.poster ?? null),
    };
    return { id: this.#options.rows.idOf(entry.file) + idOfPictures(pictures), entry, body, ...pictures };
  }

  #text(entry: DocumentEntry, { field, markdown, ...asked }: FieldText): MaybePromise<Body> {
    const { rows, renderer } = this.#options;
    const { file } = entry;
    const part = { ...file, relative: `${file.relative}#${entry.slug}#${field}` };
    const source = { markdown, file, line: 1, language: this.#languageOf(entry) };
    rows.openPart(part, entry.kind, markdown);
    const render = async (references: References, findings: Diagnostics): Promise<Rendered> =>
      (await renderer()).render(source, references, findings);
    return renderSource(rows, part, { ...asked, render });
  }

  document(kind: DocumentKind, entry: DocumentEntry): Promise<RenderedDocument | null> {
    const { diagnostics, rows } = this.#options;
    const references = this.#referencesOf(entry);
    return renderDocumentEntry(kind, entry, {
      ...{ references, diagnostics },
      body: () => (entry.file.entry === undefined ? this.#body(entry) : rows.bodies.open(NO_BODY, rows.bodies.put(NO_BODY))),
      image: (ref) => this.image(entry, ref),
      picture: (ref) => references.pictureOf(ref, entry),
      images: (refs) => this.#images(entry, refs),
      text: (text) => this.#text(entry, text),
    });
  }
}

/** Renders the documents that a site has at most once. */
async function renderDocuments(
  content: Content,
  options: RenderContentOptions,
): Promise<Pick<RenderedContent, "site" | "about" | "servicesPage" | "authors">> {
  const { site, about, servicesPage, authors } = content;
  const { published } = options.references;
  const image = async (ref: PictureRef | null | undefined, owner: PictureOwner): Promise<Image | null> =>
    ref ? published.image(ref, owner) : null;
  const renderedAbout = about === null ? null : await renderAbout(about, site.language, options);
  return {
    site: { document: site, addresses: options.addresses, logo: await image(site.logo, site), favicon: await image(site.favicon, site) },
    authors:
      authors === null
        ? []
        : await Promise.all(authors.authors.map(async (author) => ({ author, avatar: await image(author.avatar, authors) }))),
    about: about !== null && options.schedule.isPublished(about) ? renderedAbout : null,
    servicesPage: servicesPage && {
      document: servicesPage,
      heroImage: await image(servicesPage.hero?.image, servicesPage),
      translatedHeroImages: await mapValues(servicesPage.translations, ({ hero }) => image(hero?.image, servicesPage)),
    },
  };
}

/**
 * Prepares the descriptions and covers of tags, categories and albums. A cover is published if a
 * listed document has its tag or category.
 */
async function renderGroups(content: Content, { references, schedule }: RenderContentOptions): Promise<RenderedContent["groups"]> {
  const entries: readonly (Entry & Partial<Record<GroupName, readonly TagRef[]>>)[] = entriesOf(content);
  const isShown = (name: GroupName, slug: string): boolean =>
    entries.some(
      (entry) =>
        entry[name]?.some((group) => group.slug === slug) &&
        schedule.isPublished(entry) &&
        !(entry.kind === "posts" && (entry as PostEntry).unlisted),
    );
  const render = async (name: GroupName, file: GroupFile | null): Promise<RenderedContent["groups"][GroupName]> => {
    const rendered = [...(file?.listed ?? [])].map(async ([slug, { cover, ...group }]) => {
      const pictures = cover !== null && isShown(name, slug) ? references.published : references.unpublished;
      return [slug, { ...group, cover: cover === null || file === null ? null : await pictures.image(cover, file) }] as const;
    });
    return new Map(await Promise.all(rendered));
  };
  const { tags, categories, albums } = content.groupFiles;
  return {
    tags: await render("tags", tags),
    categories: await render("categories", categories),
    albums: await render("albums", albums),
  };
}

async function renderAbout(about: AboutDocument, siteLanguage: string, options: RenderContentOptions): Promise<RenderedAbout> {
  const { renderer, schedule, diagnostics } = options;
  const references = schedule.isPublished(about) ? options.references.published : options.references.unpublished;
  const render = async (markdown: string, line: number, language: string): Promise<Rendered> =>
    markdown.trim() === "" ? NO_BODY : (await renderer()).render({ markdown, file: about.file, line, language }, references, diagnostics);
  return {
    document: about,
    body: await render(about.body, about.bodyLine, siteLanguage),
    portrait: about.portrait === null ? null : await references.image(about.portrait, about),
    translations: await mapValues(about.translations, async ({ bio }, language) => {
      const at = about.locate(["translations", language, "bio"]);
      return bio === null ? null : (await render(bio, at.line, language)).html;
    }),
  };
}

async function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T, key: string) => Promise<U>,
): Promise<Record<string, U>> {
  const entries = await Promise.all(Object.entries(record).map(async ([key, value]) => [key, await map(value, key)] as const));
  return Object.fromEntries(entries);
}

/** The id of a document's pictures from front matter; "" if there are none. */
function idOfPictures(pictures: Pick<RenderedPost, "cover" | "images" | "poster">): string {
  const { cover, images, poster } = pictures;
  return cover === null && poster === null && images.length === 0 ? "" : JSON.stringify(pictures);
}
