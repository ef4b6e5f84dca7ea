/** Makes nodes of a page out of HTML that an API answered. */
export type ToSafeNodes = (html: string, text: string) => Node;

interface HtmlPolicy {
  createHTML(html: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy;
}

/** Elements that the API promises in comments and snippets; others are replaced by their text. */
const TAGS = /^(a|blockquote|br|code|em|li|mark|ol|p|pre|strong|ul)$/;
const POLICY = "octavo";

/**
 * The API's HTML is safe already. It is copied element by element nonetheless, so that a page need not trust the API that it shows. Where Trusted Types are
 * required it is read through the policy `octavo`; a page that forbids the policy, or has it already, gets the text alone.
 */
export function createSafeHtml(): ToSafeNodes {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  let policy: HtmlPolicy | null = { createHTML: (html) => html };
  try {
    // Its HTML goes into a document that runs nothing and loads nothing.
    policy = trustedTypes?.createPolicy(POLICY, policy) ?? policy;
  } catch {
    policy = null;
  }
  return (html, text) => {
    const target = new DocumentFragment();
    if (policy === null) target.append(text);
    else copyNodes(new DOMParser().parseFromString(policy.createHTML(html), "text/html").body, target);
    return target;
  };
}

function copyNodes(from: Node, to: Node): void {
  for (const node of from.childNodes) {
    if (node instanceof Text) to.appendChild(new Text(node.data));
    else if (node instanceof Element) {
      if (!TAGS.test(node.localName)) {
        copyNodes(node, to);
        continue;
      }
      const element = to.appendChild(document.createElement(node.localName));
      copyNodes(node, element);
      if (element instanceof HTMLAnchorElement) setLink(element, node.getAttribute("href"));
      if (element instanceof HTMLOListElement) element.start = Number(node.getAttribute("start") ?? 1);
    }
  }
}

/** Whether an address is one of the web or of mail, and runs nothing. */
export function isOutward(address: string | null | undefined): address is string {
  return /^(https?|mailto):/i.test(String(address));
}

/** A link that a stranger wrote, to the web or to mail; to anything else it leads nowhere. */
export function setLink(link: HTMLAnchorElement, address: string | null): void {
  if (!isOutward(address)) return;
  link.href = address;
  link.rel = "nofollow ugc noopener";
}
