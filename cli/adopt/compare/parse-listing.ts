import sax from "sax";
import { isMapping } from "../../../build/sources/data-values.ts";
import { CliError } from "../../io.ts";
import { type FormerPage, type FormerPages, toFormerPath } from "./former-page.ts";

/** A list of pages or, for a sitemap index, of further lists. */
export interface PageListing extends FormerPages {
  /** Addresses of further sitemaps. */
  readonly sitemaps: readonly string[];
}

/** Maximum nesting depth of elements. A sitemap has four levels. */
const DEPTH_MAX = 40;

/**
 * Parses a sitemap, a sitemap index, RSS, Atom, JSON Feed, or a list with one address per line.
 * @param shown the file or address, for messages
 */
export function parseListing(text: string, shown: string): PageListing {
  const start = text.replace(/^\ufeff/, "").trimStart();
  if (start.startsWith("<")) return parseXml(start, shown);
  if (start.startsWith("{") || start.startsWith("[")) return parseJsonFeed(start, shown);
  return parseLines(start, shown);
}

interface XmlItem {
  path: string | null;
  title: string;
  date: string;
}

/** The element of a page in each type of document. */
const ROOTS: Readonly<Record<string, { readonly item: string; readonly isPostsOnly: boolean }>> = {
  urlset: { item: "url", isPostsOnly: false },
  sitemapindex: { item: "sitemap", isPostsOnly: false },
  rss: { item: "item", isPostsOnly: true },
  feed: { item: "entry", isPostsOnly: true },
  RDF: { item: "item", isPostsOnly: true },
};

const LINKS = ["loc", "link"];
const DATES = ["pubDate", "published", "date"];

function parseXml(text: string, shown: string): PageListing {
  const parser = sax.parser(true, { position: true });
  const refuse = (message: string): never => {
    throw new CliError(`${shown}:${parser.line + 1}:${parser.column + 1}: ${message}`, { hint: WANTED });
  };
  const stack: string[] = [];
  const items: XmlItem[] = [];
  let item: XmlItem | null = null;
  let value = "";
  parser.onerror = ({ message }) => refuse(`not well-formed XML: ${message.split("\n")[0]}`);
  parser.ondoctype = (doctype) => refuse(/^\s*html/i.test(doctype) ? "is a web page" : "has a DOCTYPE, which is not supported");
  parser.onopentag = ({ name, attributes }) => {
    const local = localName(name);
    if (stack.length === 0 && !(local in ROOTS)) refuse(`begins with <${name}>`);
    stack.push(local);
    if (stack.length > DEPTH_MAX) refuse(`nests elements more than ${DEPTH_MAX} levels deep`);
    const inItem = stack.at(-1) === ROOTS[stack[0] ?? ""]?.item;
    if (inItem) {
      item = { path: null, title: "", date: "" };
      items.push(item);
    }
    // Atom puts the address in an attribute.
    const { href, rel = "alternate" } = attributes as Readonly<Record<string, string>>;
    if (item !== null && local === "link" && href !== undefined && rel === "alternate") item.path ??= href;
    value = "";
  };
  parser.ontext = (part) => {
    value += part;
  };
  parser.oncdata = parser.ontext;
  parser.onclosetag = (name) => {
    const local = stack.pop() ?? "";
    const isMember = item !== null && stack.at(-1) === ROOTS[stack[0] ?? ""]?.item;
    const isPrefixed = name.includes(":");
    if (item !== null && isMember) {
      if (LINKS.includes(local) && !isPrefixed && value.trim() !== "") item.path ??= value.trim();
      if (local === "title" && !isPrefixed) item.title = value.trim();
      if (DATES.includes(local) && item.date === "") item.date = value.trim();
    }
    if (local === ROOTS[stack[0] ?? ""]?.item) item = null;
    value = "";
  };
  parser.write(text).close();
  const root = /<(?:[\w-]+:)?(urlset|sitemapindex|rss|feed|RDF)\b/.exec(text)?.[1] ?? "";
  return toXmlListing(root, items, shown);
}

function toXmlListing(root: string, items: readonly XmlItem[], shown: string): PageListing {
  const isPostsOnly = ROOTS[root]?.isPostsOnly === true;
  if (root === "sitemapindex")
    return { pages: [], sitemaps: items.flatMap(({ path }) => path ?? []), isComplete: true, isPostsOnly: false, notes: [] };
  return toListing(
    items.map(({ path, title, date }) => ({ address: path ?? "", title: title || null, date: isPostsOnly ? date || null : null })),
    { isPostsOnly, isComplete: !isPostsOnly, shown },
  );
}

function parseJsonFeed(text: string, shown: string): PageListing {
  let feed: unknown;
  try {
    feed = JSON.parse(text);
  } catch (error) {
    throw new CliError(`${shown}: not valid JSON: ${error instanceof Error ? error.message : String(error)}`, { hint: WANTED });
  }
  const items: unknown = isMapping(feed) ? feed.items : feed;
  if (!Array.isArray(items)) throw new CliError(`${shown}: is JSON but not a JSON Feed: it has no items`, { hint: WANTED });
  const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
  const members = items.map((one: unknown) => {
    const item = isMapping(one) ? one : { url: one };
    return { address: textOf(item.url) ?? textOf(item.id) ?? "", title: textOf(item.title), date: textOf(item.date_published) };
  });
  return toListing(members, { isPostsOnly: true, isComplete: false, shown });
}

function parseLines(text: string, shown: string): PageListing {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return toListing(
    lines.map((address) => ({ address, title: null, date: null })),
    { isPostsOnly: false, isComplete: true, shown },
  );
}

interface Member extends Omit<FormerPage, "path"> {
  readonly address: string;
}

function toListing(
  members: readonly Member[],
  { shown, ...kind }: Pick<FormerPages, "isComplete" | "isPostsOnly"> & { readonly shown: string },
): PageListing {
  const pages = members.flatMap(({ address, ...rest }) => {
    const path = toFormerPath(address);
    return path === null ? [] : [{ path, ...rest }];
  });
  const [wrong] = members.filter(({ address }) => toFormerPath(address) === null);
  if (pages.length === 0)
    throw new CliError(
      `${shown}: lists no pages${wrong === undefined ? "" : `: ${JSON.stringify(wrong.address.slice(0, 80))} is not an address`}`,
      {
        hint: WANTED,
      },
    );
  const withoutPage = members.length - pages.length;
  return {
    pages,
    sitemaps: [],
    ...kind,
    notes: withoutPage === 0 ? [] : [`${shown}: ${withoutPage} of ${members.length} entries have no page address`],
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

const WANTED = "want a sitemap, a sitemap index, RSS, Atom, JSON Feed, a list of addresses (one per line), or a folder of HTML";
