import type { ClientMethods, Kind, PostSummary } from "../../packages/octavo-client/client.ts";
import { h } from "../element.ts";
import { plainTitle, titleNodes } from "../texts.ts";
import type { Reader, View } from "../view.ts";
import { itemNodes } from "./kind-view.ts";
import { languageChoice, languageMenu } from "./language-choice.ts";
import { postCards } from "./posts-view.ts";

/** The page of a tag, a category, a series, an album or an author: the documents of each kind that has any. */

/** The parameter of lists that finds the documents of a group. */
const PARAMETERS = { tags: "tag", categories: "category", series: "series", albums: "album", authors: "author" } as const;
type Group = keyof typeof PARAMETERS;

export function isGroup(name: string): name is Group {
  return Object.hasOwn(PARAMETERS, name);
}

export async function showGroup(reader: Reader, group: Group, slug: string): Promise<View> {
  const { client, signal, facts: site, wording } = reader;
  const { words } = wording;
  const parameter = PARAMETERS[group];
  const { items: kinds } = await client.kinds.list({ signal });
  const found = await Promise.all(
    kinds
      .filter(({ filters }) => filters.some(({ name }) => name === parameter))
      .map(async (kind) => {
        const all: Readonly<Record<string, string>> = { [parameter]: slug };
        const { language } = languageChoice(kind.name, reader);
        const query = language === null ? all : { ...all, language };
        const list = await client.kind(kind.name).list(query, { signal });
        // Documents in another language are better than none.
        if (list.items.length > 0 || reader.query.has("language")) return { kind, query, ...list };
        return { kind, query: all, ...(await client.kind(kind.name).list(all, { signal })) };
      }),
  );
  const shown = found.filter(({ items }) => items.length > 0);
  const { title, description } = await readGroup(client, { group, slug, kind: shown[0]?.kind.name ?? "posts" });
  const labelOf = ({ name, words: { many } }: Kind): string =>
    name === "posts" ? words.sections.posts : (site.kinds.find((one) => one.name === name)?.label ?? many);
  return {
    title: plainTitle(title),
    content: [
      h(
        "header",
        { class: "intro" },
        h("h1", {}, titleNodes(title)),
        description === null ? null : h("p", { class: "tagline" }, description),
      ),
      h("div", { class: "filters" }, languageMenu("posts", reader)),
      ...shown.map(({ kind, query, items, pagination: { hasNextPage } }) =>
        h(
          "section",
          {},
          h("h2", { class: "kicker" }, labelOf(kind)),
          // Items of the kind posts are posts.
          kind.name === "posts" ? postCards(items as unknown as readonly PostSummary[], site, wording) : itemNodes(items, kind, reader),
          hasNextPage ? h("p", {}, h("a", { href: `/${kind.name}?${new URLSearchParams(query)}` }, words.showAll)) : null,
        ),
      ),
    ],
  };
}

interface GroupPlace {
  readonly group: Group;
  readonly slug: string;
  /** A kind with documents of a tag. */
  readonly kind: string;
}

async function readGroup(
  client: ClientMethods,
  { group, slug, kind }: GroupPlace,
): Promise<{ readonly title: string; readonly description: string | null }> {
  if (group === "series") return client.series.get(slug);
  if (group === "albums") return client.albums.get(slug);
  if (group === "authors") {
    const { name, bio } = await client.authors.get(slug);
    return { title: name, description: bio };
  }
  const { name, description } = await (group === "tags" ? client.tags.get(kind, slug) : client.categories.get(slug));
  return { title: name, description };
}
