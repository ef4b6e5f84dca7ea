import type { MdastNode } from "satteri";
import type { Diagnostics, Finding } from "../../shared/diagnostics.ts";
import { SourceText } from "../source-text.ts";
import { charactersOfTag, endOfTag } from "./jsx-tags.ts";

export interface MdxOptions {
  /** Path in messages. */
  readonly file: string;
  /** Line of the file where `body` begins. */
  readonly line: number;
  /** Removes components that cannot be rendered instead of reporting them. Their children stay. */
  readonly lenient: boolean;
  readonly diagnostics: Diagnostics;
}

type Range = readonly [start: number, end: number];

/**
 * Converts MDX to Markdown. Import and export lines and `{/* comments *\/}` are removed. Components
 * and expressions are errors or, with `lenient`, removed (their children stay). Newlines stay in
 * place, so that lines keep their numbers.
 */
export async function stripMdx(body: string, { file, line, lenient, diagnostics }: MdxOptions): Promise<string> {
  const source = new SourceText(file, body);
  const locate: SourceText["locate"] = (start, end) => {
    const at = source.locate(start, end);
    return { ...at, line: at.line + line - 1 };
  };
  const tree = await parseMdx(body, source, locate, diagnostics);
  if (tree === null) return body;
  const ranges: Range[] = [];
  const dropped = new Map<string, number>();
  const drop = (what: string, count = 1): Map<string, number> => dropped.set(what, (dropped.get(what) ?? 0) + count);
  const refuse = ([start, end]: Range, finding: Finding): void => {
    if (!lenient) diagnostics.error(locate(start, end), finding);
  };
  visit(tree, (node) => {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (start === undefined || end === undefined) return;
    if (node.type === "mdxjsEsm" || (isExpression(node) && /^\s*(?:\/\*[\s\S]*\*\/\s*)?$/.test(node.value))) {
      ranges.push([start, end]);
    } else if (isExpression(node)) {
      drop("expression");
      ranges.push([start, end]);
      const message = `the expression ${shorten(body.slice(start, end))} cannot be rendered`;
      const hint = 'write the value itself, \\{ for a brace, or set mdx: "lenient" to remove expressions';
      refuse([start, end], { code: "mdx-expression", message, hint });
    } else if (isJsx(node) && isElement(node)) {
      const found = codeAttributes(body, start);
      if (found.length > 0) drop("attribute in braces", found.length);
      ranges.push(...found);
      const hint = 'write it as in HTML, for example style="color: red", or set mdx: "lenient" to remove attributes in braces';
      for (const [from, to] of found) {
        const message = `the attribute ${shorten(body.slice(from + 1, to))} cannot be rendered`;
        refuse([from + 1, to], { code: "mdx-attribute", message, hint });
      }
    } else if (isJsx(node)) {
      const name = `<${node.name ?? ""}>`;
      drop(name);
      const tags = tagRanges(body, start, end);
      ranges.push(...tags, ...(node.type === "mdxJsxFlowElement" ? indentRanges(body, tags) : []));
      const hint = 'write Markdown or HTML in its place, or set mdx: "lenient" to remove components and keep their children';
      refuse(tags[0] ?? [start, end], { code: "mdx-component", message: `the component ${name} cannot be rendered`, hint });
    }
  });
  if (lenient && dropped.size > 0)
    diagnostics.notice(`${file}: dropped ${[...dropped].map(([what, count]) => (count === 1 ? what : `${what} (${count} ×)`)).join(", ")}`);
  return blank(body, ranges);
}

/**
 * HTML comments, which MDX rejects. Octavo allows them, because `<!-- more -->` ends the excerpt.
 */
const HTML_COMMENT = /<!--[\s\S]*?-->/g;
/**
 * An id after a heading, `## Title {#id}`, which MDX would parse as an expression. Docusaurus
 * supports it in the same way.
 */
const HEADING_ID = /^ {0,3}#{1,6}[ \t].*\{#[\p{L}\p{N}_][\p{L}\p{N}_:.-]*\}(?=[ \t\r]*$)/gmu;

async function parseMdx(
  body: string,
  source: SourceText,
  locate: SourceText["locate"],
  diagnostics: Diagnostics,
): Promise<MdastNode | null> {
  // Text that the MDX parser must not see is replaced with spaces, so that positions stay the same.
  const text = body
    .replace(HTML_COMMENT, (comment) => comment.replace(/[^\n]/g, " "))
    .replace(HEADING_ID, (heading) => {
      const start = heading.lastIndexOf("{");
      return heading.slice(0, start) + " ".repeat(heading.length - start);
    });
  try {
    const { mdxToMdast } = await import("satteri");
    return mdxToMdast(text);
  } catch (error) {
    const tree = await parseAsReference(text);
    if (tree !== null) return tree;
    const message = error instanceof Error ? error.message : String(error);
    const place = /^(\d+):(\d+): (.*?)(?: \(mdx[\w:-]*\))?$/s.exec(message);
    const offset = place === null ? 0 : source.offsetAt(Number(place[1]), Number(place[2]));
    const hint = "see mdxjs.com/docs/what-is-mdx, or name the file .md";
    diagnostics.error(locate(offset), { code: "mdx", message: `not valid MDX: ${lowerFirst(place?.[3] ?? message)}`, hint });
    return null;
  }
}

/**
 * Parses with `@mdx-js/mdx`, because Sätteri rejects nested template strings and exported elements
 * with blank lines. Returns null if the text is not MDX.
 */
async function parseAsReference(text: string): Promise<MdastNode | null> {
  const [{ unified }, { default: remarkParse }, { default: remarkGfm }, { default: remarkMdx }] = await Promise.all([
    import("unified"),
    import("remark-parse"),
    import("remark-gfm"),
    import("remark-mdx"),
  ]);
  try {
    return unified().use(remarkParse).use(remarkGfm).use(remarkMdx).parse(text) as unknown as MdastNode;
  } catch {
    return null;
  }
}

interface JsxNode {
  readonly name: string | null;
  readonly attributes: readonly { readonly type: string; readonly value?: unknown }[];
}

function isExpression(node: MdastNode): node is MdastNode & { value: string } {
  return node.type === "mdxFlowExpression" || node.type === "mdxTextExpression";
}

function isJsx(node: MdastNode): node is MdastNode & JsxNode {
  return node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement";
}

/** Whether a tag is HTML, and not a component or fragment. */
function isElement({ name }: JsxNode): boolean {
  return name !== null && /^[a-z][a-z0-9-]*$/.test(name);
}

/**
 * The attributes in braces (`style={{…}}` or `{...rest}`) of the tag that begins at `start`, each
 * with the preceding space.
 */
function codeAttributes(body: string, start: number): Range[] {
  const found: Range[] = [];
  let from = start;
  for (const { at, character } of charactersOfTag(body, start)) {
    if (/\s/.test(character)) from = at;
    else if (character === "}") found.push([from, at + 1]);
  }
  return found;
}

/** Ranges of an element's opening and closing tag. */
function tagRanges(body: string, start: number, end: number): Range[] {
  const opening = endOfTag(body, start);
  if (opening >= end) return [[start, end]];
  const closing = body.lastIndexOf("</", end - 1);
  const tags: Range[] = [[start, opening]];
  if (closing >= opening) tags.push([closing, end]);
  return tags;
}

/**
 * The indentation of the lines between two tags, relative to their element. With four spaces, the
 * lines would be code.
 */
function indentRanges(body: string, [opening, closing]: readonly Range[]): Range[] {
  if (opening === undefined || closing === undefined) return [];
  const base = opening[0] - (body.lastIndexOf("\n", opening[0] - 1) + 1);
  const lines: { start: number; indent: number }[] = [];
  for (let newline = body.indexOf("\n", opening[1]); newline !== -1 && newline < closing[0]; newline = body.indexOf("\n", newline + 1)) {
    const start = newline + 1;
    const end = body.indexOf("\n", start);
    const line = body.slice(start, end === -1 ? body.length : end);
    if (line.trim() !== "" && start + line.search(/\S/) !== closing[0]) lines.push({ start, indent: line.search(/\S/) });
  }
  const indent = Math.min(...lines.map((line) => line.indent));
  return indent > base ? lines.map(({ start }) => [start + base, start + indent] as const) : [];
}

function visit(node: MdastNode, see: (node: MdastNode) => void): void {
  see(node);
  if ("children" in node && Array.isArray(node.children)) for (const child of node.children as MdastNode[]) visit(child, see);
}

/** Removes ranges, which may overlap, and keeps their newlines. */
function blank(body: string, ranges: readonly Range[]): string {
  let result = "";
  let at = 0;
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    if (end <= at) continue;
    result += body.slice(at, start) + body.slice(Math.max(at, start), end).replace(/[^\n]/g, "");
    at = end;
  }
  return result + body.slice(at);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
