import type { Element, Parents } from "hast";
import { onlyElement } from "../figures.ts";
import type { Phrases } from "../phrases.ts";
import { visitParagraphs } from "../walk.ts";
import { findEmbed } from "./providers.ts";

/**
 * Turns each paragraph that has only the address of a provider into a card: the same link, with the
 * player's address for the page's script. The text does not change.
 */
export function markEmbeds(parent: Parents, phrases: Pick<Phrases, "loadsFrom">): void {
  visitParagraphs(parent, (paragraph) => markCard(paragraph, phrases));
}

function markCard(paragraph: Element, { loadsFrom }: Pick<Phrases, "loadsFrom">): void {
  const link = onlyElement(paragraph.children);
  const address = link?.tagName === "a" ? link.properties.href : undefined;
  if (link === null || typeof address !== "string" || !isAddressAlone(link, address)) return;
  const embed = findEmbed(address);
  if (embed === null) return;
  const { provider, frame } = embed;
  paragraph.properties = { ...paragraph.properties, className: ["embed"], dataProvider: provider };
  if (frame === null) return;
  const note = loadsFrom.replace("{host}", new URL(frame.url).host);
  Object.assign(paragraph.properties, { dataEmbed: frame.url, dataShape: frame.shape, dataNote: note });
}

/** Whether the link's text is its address. A link with the author's own words stays a link. */
function isAddressAlone({ children: [text, ...others] }: Element, address: string): boolean {
  return text?.type === "text" && others.length === 0 && URL.parse(text.value)?.href === URL.parse(address)?.href;
}
