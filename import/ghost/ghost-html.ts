/** Stands for the address of the site in exports. */
const SITE_MARK = "__GHOST_URL__";
/** Parts of a public post that not everybody sees; one without an end reaches to the end of the post. */
const GATED = /<!--\s*kg-gated-block:begin((?:(?!<!--)[^>])*)-->([\s\S]*?)(?:<!--\s*kg-gated-block:end\s*-->|$)/g;

/** An address without the site's own: `/content/images/2021/05/heron.jpg`. */
export function withoutGhostUrl(text: string): string {
  return text.replaceAll(SITE_MARK, "");
}

/** HTML as everybody sees it. `report` hears of what is for some alone. */
export function resolveGhostHtml(html: string, report: (what: string) => void): string {
  const open = html.replace(GATED, (_whole, rule: string, inner: string) => {
    if (/\bnonMember:\s*"?true\b/.test(rule)) return inner;
    report("parts of posts for members alone: removed");
    return "";
  });
  return withoutGhostUrl(open);
}
