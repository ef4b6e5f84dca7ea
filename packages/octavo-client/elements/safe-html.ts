/** Creates DOM nodes from the API's HTML. */
export type ToSafeNodes = (html: string, text: string) => Node;

interface HtmlPolicy {
  createHTML(html: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy;
}

/** Elements that the API allows in comments and snippets. Others are replaced with their text. */
const TAGS = /^(a|blockquote|br|code|em|li|mark|ol|p|pre|strong|ul)$/;
const POLICY = "octavo";

/**
 * The API's HTML is already safe. It is still copied element by element, so that a page need not
 * trust the API. If Trusted Types are required, the policy `octavo` parses it. A page that forbids
 * this policy, or already has one of this name, gets plain text.
 */
export function createSafeHtml(): ToSafeNodes {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  let policy: HtmlPolicy | null = { createHTML: (html) => html };
  try {
    // The HTML is parsed in a document that neither runs nor loads anything.
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

/** Whether an address is a web or mail address, which cannot run code. */
export function isOutward(address: string | null | undefined): address is string {
  return /^(https?|mailto):/i.test(String(address));
}

/** Sets a stranger's link if it is a web or mail address. Any other address is left out. */
export function setLink(link: HTMLAnchorElement, address: string | null): void {
  if (!isOutward(address)) return;
  link.href = address;
  link.rel = "nofollow ugc noopener";
}
