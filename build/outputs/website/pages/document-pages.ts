import { pathOfAddress } from "../../../../contract/text/base-path.ts";
import { toDocumentPage } from "../../../../views/documents/document-page.ts";
import { findBeside, KINDS_IN_A_ROW, type Neighbours } from "../../../../views/documents/neighbours.ts";
import type { Page } from "../../../../views/page.ts";
import type { SiteView } from "../../../../views/site-view.ts";
import type { Assembled } from "../../../assemble/assemble.ts";
import type { AssembledDocument } from "../../../assemble/documents/assembled-document.ts";
import type { AssembledPost } from "../../../assemble/posts/assembled-post.ts";
import { createLanguageFilter } from "./language-filter.ts";
import { pageId, type WebPage } from "./page-file.ts";
import { toAnswer } from "./to-answer.ts";

const POST_KINDS = ["posts"];

interface PostPageContext {
  readonly cards: Assembled["cards"];
  readonly site: SiteView;
}

/**
 * The page of a post. It is a class, because a site has thousands of them, and closures would take
 * more memory.
 */
class PostWebPage implements WebPage {
  readonly #post: AssembledPost;
  readonly #of: PostPageContext;
  readonly isUnlisted: boolean;

  constructor(post: AssembledPost, of: PostPageContext, isUnlisted: boolean) {
    this.#post = post;
    this.#of = of;
    this.isUnlisted = isUnlisted;
  }

  get path(): string {
    return pathOfAddress(this.#post.facets.url);
  }

  get kinds(): readonly string[] {
    return POST_KINDS;
  }

  id(): string {
    return this.#post.id + (this.#card?.url ?? "");
  }

  make(): Page {
    return { ...toDocumentPage("posts", this.#post.toPost(), this.#of.site), card: this.#card };
  }

  get #card(): Page["card"] {
    return this.#of.cards?.posts.get(this.#post.facets.slug);
  }
}

/** Yields the page of each post. */
export function* toPostPages({ posts, unlisted, cards }: Assembled, site: SiteView): Generator<WebPage, void, undefined> {
  const of = { cards, site };
  for (const post of posts) yield new PostWebPage(post, of, false);
  for (const { post } of unlisted) yield new PostWebPage(post, of, true);
}

/** Yields the page of each other document that has its own page. */
export function* toKindPages({ kinds }: Assembled, site: SiteView): Generator<WebPage, void, undefined> {
  const home = site.href("/");
  const servicesPath = site.listHref("services");
  for (const { kind, documents } of kinds) {
    const findNeighbours = createNeighbourFinder(kind.name, documents, site);
    const kinds = [kind.name];
    for (const document of documents) {
      const { path = null } = document.item;
      // The home page and the page of all services show these documents.
      if (path === null || path === home || (kind.name === "services" && path === servicesPath)) continue;
      const beside = findNeighbours(document);
      yield {
        path,
        kinds,
        id: () => pageId(document.id, beside),
        make: () => toDocumentPage(kind.name, toAnswer(document), site, beside),
      };
    }
  }
}

/**
 * Creates a function that finds a document's neighbours in the list that shows it. Each list has
 * one language.
 */
function createNeighbourFinder(
  kind: string,
  documents: readonly AssembledDocument[],
  site: SiteView,
): (document: AssembledDocument) => Neighbours {
  if (!KINDS_IN_A_ROW.includes(kind)) return () => ({});
  const items = documents.map(({ item }) => item);
  const lists = site.languages[kind]?.map((language) => items.filter(createLanguageFilter(kind, site, language))) ?? [items];
  const beside = new Map(lists.flatMap((list) => list.map((item, at) => [item, findBeside(list, at)] as const)));
  return ({ item }) => beside.get(item) ?? {};
}

interface OwnedDocument {
  /** Name of its kind. */
  readonly kind: string;
  readonly document: AssembledDocument;
}

/** The page at `/` that the owner wrote. */
export function findHomeText({ kinds }: Assembled, site: SiteView): OwnedDocument | null {
  const all = kinds.flatMap(({ kind, documents }) => documents.map((document) => ({ kind: kind.name, document })));
  return all.find(({ document }) => document.item.path === site.href("/")) ?? null;
}
