import fc from "fast-check";
import { parseFragment, serialize } from "parse5";
import { describe, expect, test } from "vitest";
import { renderComment } from "../../../server/text/comment-markdown.ts";
import { SANITIZER_VERSION } from "../../../server/text/sanitizer-version.ts";
import { findViolations, readWords } from "./allowed-html.ts";
import { INTRICATE_BODIES } from "./intricate-bodies.ts";
import { XSS_VECTORS } from "./vectors.ts";

const REL = 'rel="nofollow ugc noopener"';
const html = (markdown: string): string => renderComment(markdown).html;

describe("the markup of comments", () => {
  test.each([
    ["paragraphs", "a\n\nb", "<p>a</p>\n<p>b</p>"],
    ["emphasis", "*a* **b** _c_ __d__", "<p><em>a</em> <strong>b</strong> <em>c</em> <strong>d</strong></p>"],
    ["inline code", "`a<b>`", "<p><code>a&#x3C;b></code></p>"],
    ["fenced code", "```\n<b> & *c*\n```", "<pre><code>&#x3C;b> &#x26; *c*\n</code></pre>"],
    ["the language of fenced code", "```c++ x\na\n```", '<pre><code class="language-c++">a\n</code></pre>'],
    ["quotes", "> a", "<blockquote>\n<p>a</p>\n</blockquote>"],
    ["lists", "- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
    ["numbered lists", "3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ["links", "[a](https://a.example/?b=1&c=2)", `<p><a href="https://a.example/?b=1&#x26;c=2" ${REL}>a</a></p>`],
    ["mail links", "[a](mailto:a@b.example)", `<p><a href="mailto:a@b.example" ${REL}>a</a></p>`],
    ["addresses in angle brackets", "<https://a.example/b>", `<p><a href="https://a.example/b" ${REL}>https://a.example/b</a></p>`],
    ["bare addresses", "See https://a.example/b.", `<p>See <a href="https://a.example/b" ${REL}>https://a.example/b</a>.</p>`],
    ["bare www", "www.a.example", `<p><a href="http://www.a.example/" ${REL}>www.a.example</a></p>`],
    ["line breaks as typed", "a\nb  \nc\\\nd", "<p>a<br>\nb<br>\nc<br>\nd</p>"],
    ["entities and escapes", "&copy; \\*a\\* &lt;b&gt;", "<p>© *a* &#x3C;b></p>"],
    ["Arabic and Hebrew with isolates", "שלום \u2067a\u2069", "<p>שלום \u2067a\u2069</p>"],
  ])("%s", (_, markdown, expected) => {
    expect(html(markdown)).toBe(expected);
  });
});

describe("markup that stays text", () => {
  test.each([
    ["HTML", "<b>*a*</b> <!-- c -->", "<p>&#x3C;b><em>a</em>&#x3C;/b> &#x3C;!-- c --></p>"],
    ["headings", "# *a*\nb\n===", "<p># <em>a</em><br>\nb<br>\n===</p>"],
    ["rules", "a\n\n* * *", "<p>a</p>\n<p>* * *</p>"],
    ["pictures", "![a](https://a.example/p.png)", "<p>![a](https://a.example/p.png)</p>"],
    ["pictures in links", "[![a](x)](https://b.example/)", `<p><a href="https://b.example/" ${REL}>![a](x)</a></p>`],
    ["tables", "| a | b |\n| - | - |", "<p>| a | b |<br>\n| - | - |</p>"],
    ["strikethrough", "~~a~~", "<p>~~a~~</p>"],
    ["task marks", "- [x] a", "<ul>\n<li>[x] a</li>\n</ul>"],
    ["indented code", "    *a*", "<p><em>a</em></p>"],
    ["footnotes", "a[^1]", "<p>a[^1]</p>"],
    ["definitions", "[a][b]\n\n[b]: /c", "<p>[a][b]</p>\n<p>[b]: /c</p>"],
    ["links to anything but web and mail addresses", "[*a*](javascript:alert(1))", "<p>[*a*](javascript:alert(1))</p>"],
    ["relative links", "[a](/b) [c](#d) [e](//f.example)", "<p>[a](/b) [c](#d) [e](//f.example)</p>"],
    ["links that show one site and lead to another", "[a](https://b.example@c.example/)", "<p>[a](https://b.example@c.example/)</p>"],
    ["a link's title", '[a](https://b.example/ "c")', `<p><a href="https://b.example/" ${REL}>a</a> (c)</p>`],
  ])("%s", (_, markdown, expected) => {
    expect(html(markdown)).toBe(expected);
  });

  test("direction overrides are removed, even if they come from entities", () => {
    expect(html("a\u202eb&#x202d;c `\u202e`")).toBe("<p>abc <code></code></p>");
  });

  test("no word is lost, whatever is around it", () => {
    const mark = fc.constantFrom(
      ...'# ,> ,- ,1. ,*,**,_,`,~~,[,](,),![,<,>,</,<!-- , -->,|,\n,\n\n,\n---\n,\n===\n,\n    ,:,!,\\, ,https://,]: ,[^,"'.split(","),
    );
    fc.assert(
      fc.property(fc.array(mark, { minLength: 1, maxLength: 60 }), (marks) => {
        const words = marks.map((_, index) => `w${[..."abcdefghij"][index % 10]}${index}w`);
        const body = marks.map((text, index) => `${text}${words[index]}`).join("");
        const shown = readWords(html(body));
        expect(words.filter((word) => !shown.includes(word))).toEqual([]);
      }),
      { numRuns: 500, seed: 11 },
    );
  });
});

describe("safety", () => {
  test.each(XSS_VECTORS)("blocks $name", ({ input }) => {
    expect(findViolations(html(input))).toEqual([]);
  });

  test.each(XSS_VECTORS)("blocks $name in quotes, emphasis and lists", ({ input }) => {
    expect(findViolations(html(`> - **${input}**\n\n*x ${input}* [${input}](${input})`))).toEqual([]);
  });

  const piece = fc.oneof(
    fc.constantFrom(...XSS_VECTORS.map(({ input }) => input)),
    fc.constantFrom(
      ..."[ ]( ) < > <img /> ` ``` ~~~ * _ ** > - 1. # & &#x ; : \" ' \\ | ! @".split(" "),
      "\n",
      "\n\n",
      "\n    ",
      "javascript:",
      "https://",
      "www.",
    ),
    fc.string({ unit: "binary", maxLength: 8 }),
  );

  test("outputs only the listed elements, attributes and schemes, and the same when read again", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const rendered = html(pieces.join(""));
        expect(findViolations(rendered)).toEqual([]);
        expect(rendered.isWellFormed()).toBe(true);
        const again = serialize(parseFragment(rendered));
        expect(serialize(parseFragment(again))).toBe(again);
        expect(findViolations(again)).toEqual([]);
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });
});

describe("bounds", () => {
  test.each(INTRICATE_BODIES)("5,000 characters of $name are rendered safely, to fewer than 100,000 characters", ({ body }) => {
    const rendered = renderComment(body);
    expect(findViolations(rendered.html)).toEqual([]);
    expect(rendered.html).not.toBe("");
    expect(rendered.html.length).toBeLessThan(100_000);
  });

  test("text that is nested too deeply is shown as typed", () => {
    expect(html(`${"> ".repeat(16)}*a*`).match(/<blockquote>/g)).toHaveLength(15);
    expect(html(`${"> ".repeat(16)}*a*`)).toContain("<p>> *a*</p>");
    expect(html("*a ".repeat(40) + "b* ".repeat(40)).match(/<em>/g)?.length).toBeLessThan(16);
  });

  test("text that is too complex is shown as plain paragraphs", () => {
    expect(html(`${"> ".repeat(17)}*a*\n\nb\n<c>`)).toBe(`<p>${"> ".repeat(17)}*a*</p>\n<p>b<br>\n&#x3C;c></p>`);
  });
});

describe("text for filters", () => {
  test("has no marks and no entities, and separates blocks", () => {
    expect(renderComment("c&#97;s**in**o\n\n> a\n> b\n\n`c`").text).toBe("casino\na\nb\nc");
  });
});

/**
 * A change of the output for any text needs a new version, so that existing comments are rendered
 * again.
 */
test("the output of this version is pinned", async () => {
  const samples = [
    "# a\n*b*\n\n> c\n> - d\n\n1. e\n\n```js\nf\n```\n\n`g` [h](https://i.example) www.j.example",
    ...XSS_VECTORS.map(({ input }) => input),
  ];
  const golden = Object.fromEntries(samples.map((sample) => [sample, html(sample)]));
  // Makes invisible characters visible.
  const json = JSON.stringify(golden, null, 2).replace(
    /[^\n\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  await expect(`${json}\n`).toMatchFileSnapshot(`comment-html.v${SANITIZER_VERSION}.json`);
});
