import { type DefaultTreeAdapterTypes, parseFragment, serialize } from "parse5";

/** Attributes that contain one address. */
export const ADDRESS_ATTRIBUTES: ReadonlySet<string> = new Set(["href", "src", "poster", "cite", "data", "action"]);

/**
 * Makes relative addresses in HTML (`/about`, `#fn-1`) absolute, because a feed reader has no page
 * against which to resolve them.
 */
export function absoluteHtml(html: string, base: string): string {
  const fragment = parseFragment(html);
  makeAbsolute(fragment, base);
  return serialize(fragment);
}

function makeAbsolute(node: DefaultTreeAdapterTypes.Node, base: string): void {
  if ("attrs" in node) {
    for (const attribute of node.attrs) {
      if (ADDRESS_ATTRIBUTES.has(attribute.name)) attribute.value = toAbsolute(attribute.value, base);
      else if (attribute.name === "srcset") attribute.value = toAbsoluteSet(attribute.value, base);
    }
  }
  if ("content" in node) makeAbsolute(node.content, base);
  if ("childNodes" in node) for (const child of node.childNodes) makeAbsolute(child, base);
}

/** Makes an address absolute. Absolute addresses stay unchanged. */
export function toAbsolute(address: string, base: string): string {
  return URL.canParse(address) || !URL.canParse(address, base) ? address : new URL(address, base).href;
}

/**
 * Makes the addresses in `a.webp 480w, b.webp 2x` absolute. An address contains no spaces, and does
 * not begin or end with a comma.
 */
function toAbsoluteSet(set: string, base: string): string {
  return set.replace(/(^|,\s+|,(?=\S+\s))\s*([^\s,]\S*)/g, (_, before: string, address: string) => `${before}${toAbsolute(address, base)}`);
}
