/** Represents the site's address in exports. */
const SITE_MARK = "__GHOST_URL__";
/**
 * Parts of a public post that only some readers see. An unclosed part reaches to the end of the
 * post.
 */
const GATED = /<!--\s*kg-gated-block:begin((?:(?!<!--)[^>])*)-->([\s\S]*?)(?:<!--\s*kg-gated-block:end\s*-->|$)/g;

/** An address without the site's own part: `/content/images/2021/05/heron.jpg`. */
export function withoutGhostUrl(text: string): string {
  return text.replaceAll(SITE_MARK, "");
}

/** The HTML that everybody sees. `report` is called for parts that only some readers see. */
export function resolveGhostHtml(html: string, report: (what: string) => void): string {
  const open = html.replace(GATED, (_whole, rule: string, inner: string) => {
    if (/\bnonMember:\s*"?true\b/.test(rule)) return inner;
    report("parts of posts for members alone: removed");
    return "";
  });
  return withoutGhostUrl(open);
}
