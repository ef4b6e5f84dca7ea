import { join } from "node:path";
import glob from "fast-glob";
import { type Token, Tokenizer, TokenizerMode } from "parse5";
import { plural } from "../../build/result-text.ts";
import { CliError } from "../../io.ts";
import { readStart } from "../posts/read-start.ts";
import type { FormerPage, FormerPages } from "./former-page.ts";

/** Bytes of a page to read, enough for its head. */
const LOOKED_AT = 64_000;
/**
 * Reads the pages that a generator wrote into a folder.
 * @param folder absolute
 * @param base base path under which the folder is served
 */
export async function readHtmlFolder(folder: string, base: string): Promise<FormerPages> {
  const files = await glob("**/*.{html,htm}", {
    cwd: folder,
    ignore: ["**/node_modules/**", "404.html", "404/index.html"],
    followSymbolicLinks: false,
  });
  if (files.length === 0) throw new CliError("the folder has no HTML pages", { hint: "want the folder that the old generator wrote" });
  const buffer = Buffer.allocUnsafe(LOOKED_AT);
  const read = files.sort().map((file) => readPage(file, readStart(join(folder, file), buffer), base));
  const pages = read.filter((page) => page !== null);
  const redirects = read.length - pages.length;
  const notes =
    redirects === 0
      ? []
      : [
          `not compared: ${plural(redirects, "page")} of the folder, which only ${redirects === 1 ? "redirects" : "redirect"} to another page`,
        ];
  return { pages, isComplete: true, isPostsOnly: false, notes };
}

/** Returns null if the page redirects to another one. */
function readPage(file: string, head: string, base: string): FormerPage | null {
  const { title, date, isRedirect } = readHead(head);
  if (isRedirect) return null;
  const path = `/${file.replace(/(?:^|(?<=\/))index\.html?$/i, "")}`;
  return { path: base + encodeURI(path), title, date };
}

interface PageHead {
  title: string | null;
  /** The date as written. */
  date: string | null;
  isRedirect: boolean;
}

/** Reads the tags with parse5's tokenizer. The first `<title>` or `og:title` counts. */
function readHead(html: string): PageHead {
  const head: PageHead = { title: null, date: null, isRedirect: false };
  let words: string | null = null;
  const addText = ({ chars }: Token.CharacterToken): void => {
    if (words !== null) words += chars;
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag(tag) {
        if (tag.tagName === "title") {
          tokenizer.state = TokenizerMode.RCDATA;
          words = "";
        } else if (tag.tagName === "script") tokenizer.state = TokenizerMode.SCRIPT_DATA;
        else if (tag.tagName === "style") tokenizer.state = TokenizerMode.RAWTEXT;
        else if (tag.tagName === "meta") readMeta(tag, head);
      },
      onEndTag({ tagName }) {
        if (tagName !== "title") return;
        head.title ??= words?.trim() || null;
        words = null;
      },
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter() {},
      onComment() {},
      onDoctype() {},
      onEof() {},
    },
  );
  tokenizer.write(html, true);
  return head;
}

function readMeta({ attrs }: Token.TagToken, head: PageHead): void {
  const attribute = (name: string): string => attrs.find((one) => one.name === name)?.value.trim() ?? "";
  const property = attribute("property").toLowerCase();
  if (attribute("http-equiv").toLowerCase() === "refresh") head.isRedirect = true;
  else if (property === "og:title") head.title ??= attribute("content") || null;
  else if (property === "article:published_time") head.date ??= attribute("content") || null;
}
