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
import { createYielder, mapLimit } from "../shared/parallel.ts";
import { type MaybePromise, NO_BODY, type References, type Rendered, type Renderer } from "../shared/rendered.ts";
import type { OwnKind } from "../shared/resolved-config.ts";
import type { Addresses } from "../shared/site-addresses.ts";
import { type FieldText, renderDocumentEntry } from "./render-document-entry.ts";

export interface RenderContentOptions {
  /** Loaded when something must be rendered. */
  readonly renderer: () => Promise<Renderer>;
  readonly schedule: Schedule;
  /**
   * References of published documents, of drafts by link, whose pictures no list may name, and of
   * documents that are only checked, whose pictures must not be published.
   */
  readonly references: Readonly<Record<"published" | "previewed" | "unpublished", ContentReferences>>;
  readonly diagnostics: Diagnostics;
  readonly addresses: Addresses;
  readonly rows: SourceRows;
  readonly ownKinds: readonly OwnKind[];
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Documents rendered at once. Enough to keep the picture encoder busy, but few enough that V8 frees
 * their trees early.
 */
const PARALLEL_DOCUMENTS = 4;

/**
 * Renders every document, including drafts, so that all mistakes show at once, and returns the
 * published ones. An entry without one of its required pictures is left out, because the build
 * fails anyway.
 */
export async function renderContent(content: Content, options: RenderContentOptions): Promise<RenderedContent> {
  const { renderer, schedule, references, diagnostics, rows, onProgress } = options;
  const yieldToOthers = createYielder();
  const total = entriesOf(content).length;
  let done = 0;

  const publishedSeries = new Set(
    content.posts.flatMap((post) => (schedule.isPublished(post) && !post.unlisted ? (post.series?.slug ?? []) : [])),
  );
  // A series is public if one of its listed posts is.
  const isPublished = (entry: Entry): boolean =>
    schedule.isPublished(entry) && (entry.kind !== "series" || publishedSeries.has(entry.slug));
  const referencesOf = (entry: Entry): ContentReferences =>
    isPublished(entry) ? references.published : schedule.isPreviewed(entry) ? references.previewed : references.unpublished;
  const languageOf = (entry: Entry): string =>
    (entry.kind === "posts" || isOwnKey(entry.kind) ? (entry as PostEntry | DocumentEntry).language : null) ?? content.site.language;
  const renderFresh = async (entry: Entry, asked: References, findings: Diagnostics): Promise<Rendered> => {
    const markdown = (await entry.loadBody?.()) ?? entry.body;
    if (markdown.trim() === "") return NO_BODY;
    return (await renderer()).render({ markdown, file: entry.file, line: entry.bodyLine, language: languageOf(entry) }, asked, findings);
  };
  const renderBody = (entry: Entry): MaybePromise<Body> =>
    renderSource(rows, entry.file, {
      references: referencesOf(entry),
      diagnostics,
      render: (asked, findings) => renderFresh(entry, asked, findings),
    });
  const image = async (entry: Entry, ref: PictureRef | null): Promise<Image | null> =>
    // Without a path it is wrong, and already reported.
    ref === null || ref.src === "" ? null : referencesOf(entry).image(ref, entry);
  const images = async (entry: Entry, refs: readonly PictureRef[]): Promise<Image[]> =>
    (await Promise.all(refs.map((ref) => image(entry, ref)))).filter((one) => one !== null);

  const renderAll = async <E extends Entry, R>(
    entries: readonly E[],
    render: (entry: E) => MaybePromise<R | null>,
  ): Promise<(isWanted: (entry: Entry) => boolean) => R[]> => {
    const count = (result: R | null): R | null => {
      done += 1;
      onProgress(done, total);
      return result;
    };
    const rendered = await mapLimit(entries, PARALLEL_DOCUMENTS, (entry) => {
      const result = render(entry);
      const counted = result instanceof Promise ? result.then(count) : count(result);
      const pause = yieldToOthers();
      return pause === undefined ? counted : Promise.all([counted, pause]).then(([one]) => one);
    });
    return (isWanted) => rendered.filter((one, index) => one !== null && isWanted(entries[index] as E)) as R[];
  };
  const each = async <E extends Entry, R>(entries: readonly E[], render: (entry: E) => MaybePromise<R | null>): Promise<R[]> =>
    (await renderAll(entries, render))(isPublished);
  const renderPost = (entry: PostEntry): MaybePromise<RenderedPost> => {
    const body = renderBody(entry);
    const hasPictures = entry.cover !== null || entry.images.length > 0 || (entry.video?.poster ?? null) !== null;
    if (hasPictures || body instanceof Promise) return renderWithPictures(entry, body);
    return { id: rows.idOf(entry.file), entry, body, cover: null, images: [], poster: null };
  };
  const renderWithPictures = async (entry: PostEntry, asked: MaybePromise<Body>): Promise<RenderedPost> => {
    const body = await asked;
    const pictures = {
      cover: await image(entry, entry.cover),
      images: await images(entry, entry.images),
      poster: await image(entry, entry.video?.poster ?? null),
    };
    return { id: rows.idOf(entry.file) + idOfPictures(pictures), entry, body, ...pictures };
  };

  const renderText = (entry: DocumentEntry, { field, markdown, ...asked }: FieldText): MaybePromise<Body> => {
    const { file } = entry;
    const part = { ...file, relative: `${file.relative}#${entry.slug}#${field}` };
    const source = { markdown, file, line: 1, language: languageOf(entry) };
    rows.openPart(part, entry.kind, markdown);
    return renderSource(rows, part, {
      ...asked,
      render: async (references, findings) => (await renderer()).render(source, references, findings),
    });
  };
  const renderOne = (kind: DocumentKind, entry: DocumentEntry): Promise<RenderedDocument | null> =>
    renderDocumentEntry(kind, entry, {
      references: referencesOf(entry),
      diagnostics,
      body: () => (entry.file.entry === undefined ? renderBody(entry) : rows.bodies.open(NO_BODY, rows.bodies.put(NO_BODY))),
      image: (ref) => image(entry, ref),
      picture: (ref) => referencesOf(entry).pictureOf(ref, entry),
      images: (refs) => images(entry, refs),
      text: (text) => renderText(entry, text),
    });

  const groups = await renderGroups(content, options);
  const posts = await renderAll(content.posts, renderPost);
  return {
    groups,
    posts: posts(isPublished),
    previews: posts(schedule.isPreviewed),
    documents: Object.fromEntries(
      await mapLimit([...Object.values(DOCUMENT_KINDS), ...options.ownKinds], 1, async (kind) => [
        kind.name,
        await each(content.documents[kind.name] ?? [], (entry) => renderOne(kind, entry)),
      ]),
    ),
    series: await each(content.series, async (entry) => ({ entry, cover: await image(entry, entry.cover) })),
    ...(await renderDocuments(content, options)),
  };
}

/** Documents that a site has exactly once. */
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
 * Renders descriptions and covers of tags, categories and albums. A cover is published if a listed
 * document has its tag or category.
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
