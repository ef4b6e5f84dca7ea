import type { Nodes, Root } from "hast";
import { raw } from "hast-util-raw";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { describe, expect, test } from "vitest";
import { COMMENT_RULES, createSanitizer, isLinkable, type SanitizerRules, toLinkTarget } from "../../../server/text/sanitize-schema.ts";
import { findViolations } from "./allowed-html.ts";
import { XSS_VECTORS } from "./vectors.ts";

const writer = unified().use(rehypeStringify).freeze();

/** The text as HTML that a browser reads, so that only the sanitizer protects the page. */
function readAsHtml(html: string): Root {
  const tree: Nodes = raw({ type: "root", children: [{ type: "raw", value: html }] });
  const root: Root = tree.type === "root" ? tree : { type: "root", children: tree.type === "doctype" ? [] : [tree] };
  // The fragment parser drops a doctype.
  return /^<!doctype html/iu.test(html) ? { ...root, children: [{ type: "doctype" }, ...root.children] } : root;
}

function sanitize(html: string, rules: SanitizerRules = COMMENT_RULES): string {
  return writer.stringify(createSanitizer(rules)(readAsHtml(html)));
}

const { schema } = COMMENT_RULES;
const withSchema = (changes: Partial<typeof schema>): SanitizerRules => ({ ...COMMENT_RULES, schema: { ...schema, ...changes } });
const ANY_SCHEME = { href: null };

/** The rules without one of them. */
const WITHOUT: Readonly<Record<string, SanitizerRules>> = {
  "the list of elements": withSchema({ tagNames: null }),
  "the list of attributes": withSchema({
    attributes: { ...schema.attributes, "*": ["onClick", "onFocus", "onMouseOver", "style", "id", "name", "className", "title", "data*"] },
  }),
  "the attributes of links": withSchema({ attributes: { ...schema.attributes, a: ["href", "target", "ping", "download"] } }),
  "the pattern of class names": withSchema({ attributes: { ...schema.attributes, code: ["className"] } }),
  "the pattern of list starts": withSchema({ attributes: { ...schema.attributes, ol: ["start"] } }),
  "the list of schemes": withSchema({ protocols: ANY_SCHEME }),
  "rel on links": withSchema({ required: {} }),
  "lists around items": withSchema({ ancestors: {} }),
  "no comments": withSchema({ allowComments: true }),
  "no doctypes": withSchema({ allowDoctypes: true }),
  "absolute targets": { ...COMMENT_RULES, toLinkTarget: (href) => href },
  "clean text": { ...COMMENT_RULES, cleanText: (text) => text },
};

describe("the sanitizer alone, given HTML", () => {
  test.each(XSS_VECTORS)("blocks $name", ({ input }) => {
    expect(findViolations(sanitize(input))).toEqual([]);
  });

  test.each(XSS_VECTORS)("is idempotent for $name", ({ input }) => {
    // HTML drops a newline after <pre> whenever it is read.
    const once = sanitize(input).replace("<pre>\n", "<pre>");
    expect(sanitize(once)).toBe(once);
  });

  test.each(Object.entries(WITHOUT))("needs %s", (name, rules) => {
    // A doctype is no longer visible when the fragment is parsed again.
    const fails = XSS_VECTORS.filter(
      ({ input }) => findViolations(sanitize(input, rules)).length > 0 || /^<!doctype/i.test(sanitize(input, rules)),
    );
    expect(fails, `no vector gets through without ${name}`).not.toEqual([]);
  });

  test("has a test above for every rule of the schema", () => {
    const open = { strip: [], clobber: [] };
    const { tagNames, attributes, protocols, required, ancestors, allowComments, allowDoctypes, ...rest } = schema;
    expect(rest).toEqual(open);
  });

  test("keeps the content of unknown elements", () => {
    expect(sanitize("<h1>a <u>b</u></h1><script>c</script>")).toBe("a bc");
  });

  test("keeps the elements of comments unchanged", () => {
    const html =
      '<blockquote><p>a<br><em>b</em> <strong>c</strong> <a href="https://a.example/?b=1" rel="nofollow ugc noopener">d</a></p></blockquote><pre><code class="language-c++">e</code></pre><ol start="3"><li>f</li></ol>';
    expect(sanitize(html)).toBe(html);
  });

  test("does not change its input tree", () => {
    const tree = readAsHtml('<a href="HTTPS://a.example" onclick="alert(1)">a\u202e</a>');
    const before = structuredClone(tree);
    createSanitizer()(tree);
    expect(tree).toEqual(before);
  });
});

describe("toLinkTarget", () => {
  test("returns the address that a browser would open", () => {
    expect(toLinkTarget("https://A.example:443/x/../y?q=<a>#ü")).toBe("https://a.example/y?q=%3Ca%3E#%C3%BC");
  });

  test.each([
    "",
    "#a",
    "/a",
    "//a.example/",
    "a",
    "https://",
    "https://a@b.example/",
    "https://:p@b.example/",
    'http://a"b/',
    'mailto:"a"@c.example',
  ])("refuses %j", (href) => {
    expect(toLinkTarget(href)).toBeNull();
    expect(isLinkable(href)).toBe(false);
  });
});

test.each([
  ["http://a.example", true],
  ["MAILTO:a@b.example", true],
  ["javascript:alert(1)", false],
  ["java\nscript:alert(1)", false],
  ["ftp://a.example/", false],
])("isLinkable(%j) is %j", (href, expected) => {
  expect(isLinkable(href)).toBe(expected);
});
