import { join } from "node:path";
import { toReadableAccent } from "../../../views/accent.ts";
import { toPlainTitle } from "../../../views/words/title-text.ts";
import type { RenderedContent, RenderedPost } from "../../assemble/documents/input.ts";
import type { Inputs } from "../../cache/inputs.ts";
import { CARD_PAPER } from "../../cards/draw-card.ts";
import type { MadeCards } from "../../cards/make-cards.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import type { Addresses } from "../../shared/site-addresses.ts";

/**
 * Maximum number of posts that get their own card, so that a build of ten thousand posts does not
 * draw a card for each.
 */
const POSTS_MAX = 200;
const DEFAULT_ACCENT = "#7a5a2f";
const NO_CARDS: MadeCards = { cards: null, files: [], findings: [] };

/** Makes cards for the newest posts without a picture, and one for the site. */
export async function makeSiteCards(
  { config, cacheDir, check = false }: { readonly config: ResolvedConfig; readonly cacheDir: string; readonly check?: boolean },
  { posts, site: { document } }: RenderedContent,
  addresses: Addresses,
  inputs: Inputs,
): Promise<MadeCards> {
  if (config.cards === null) return NO_CARDS;
  if (config.cards.font !== null) inputs.note(join(config.root, config.cards.font));
  const { makeCards } = await import("../../cards/make-cards.ts");
  return makeCards({
    // Programs that render pages have only the documents and the frame, so their pages use the
    // site's card.
    posts: new Map((config.website === "edge" ? [] : findPosts(posts)).map(({ entry }) => [entry.slug, toPlainTitle(entry.title)])),
    site: {
      name: document.name,
      tagline: document.tagline ?? "",
      accent: toReadableAccent(document.accentColor ?? DEFAULT_ACCENT, CARD_PAPER),
    },
    address: addresses.public,
    root: config.root,
    font: config.cards.font,
    cacheDir,
    isCheck: check,
  });
}

/** The newest posts that have no picture. */
function findPosts(posts: readonly RenderedPost[]): readonly RenderedPost[] {
  const dateOf = ({ entry }: RenderedPost): number => (entry.publishedAt === null ? 0 : Date.parse(entry.publishedAt));
  return posts
    .filter(({ entry, cover, poster, images }) => !entry.unlisted && cover === null && poster === null && images.length === 0)
    .sort((a, b) => dateOf(b) - dateOf(a))
    .slice(0, POSTS_MAX);
}
