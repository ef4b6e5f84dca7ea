import { getCollection } from "astro:content";
import type { Book, Kind, OwnDocument, Photo, Post, Project } from "octavo-client";
import { readDocuments, readOwnKinds, readPages } from "./kinds.ts";
import { client, toParam } from "./site.ts";

export interface DocumentProps {
  post?: Post;
  project?: Project;
  book?: Book;
  photo?: Photo;
  own?: { kind: Kind; document: OwnDocument };
}

interface DocumentPage {
  readonly url: string;
  readonly props: DocumentProps;
}

/**
 * All documents with the addresses from the API, which follow `urls` in octavo.config.ts and
 * `permalink` in a file.
 */
async function readDocumentPages(): Promise<DocumentPage[]> {
  // index.astro and about.astro show the site's pages at their addresses.
  const shownElsewhere = ["", "about"];
  const [posts, projects, books, photos, pages, kinds] = await Promise.all([
    getCollection("posts"),
    Array.fromAsync(client.projects.all({ pageSize: 100 }), ({ slug }) => client.projects.get(slug)),
    Array.fromAsync(client.books.all({ pageSize: 100 })),
    Array.fromAsync(client.photos.all({ pageSize: 100 }), ({ slug }) => client.photos.get(slug)),
    readPages(),
    Promise.all((await readOwnKinds()).map(async (kind) => (await readDocuments(kind)).map((document) => ({ kind, document })))),
  ]);
  const toPage = (url: string, props: DocumentProps) => ({ url, props });
  return [
    ...posts.map(({ data }) => toPage(data.url, { post: data })),
    ...projects.map((project) => toPage(project.url, { project })),
    ...books.map((book) => toPage(book.url, { book })),
    ...photos.map((photo) => toPage(photo.url, { photo })),
    ...[...pages, ...kinds.flat()].flatMap((own) =>
      own.document.url === null || shownElsewhere.includes(toParam(own.document.url)) ? [] : [toPage(own.document.url, { own })],
    ),
  ];
}

/**
 * Paths of `[...path].astro`, or of `[...path]/index.astro` for pages whose addresses end with a
 * slash.
 */
export async function findDocumentPaths({ endsWithSlash }: { endsWithSlash: boolean }) {
  const pages = (await readDocumentPages()).filter(({ url }) => new URL(url).pathname.endsWith("/") === endsWithSlash);
  return pages.map(({ url, props }) => ({ params: { path: toParam(url) }, props }));
}
