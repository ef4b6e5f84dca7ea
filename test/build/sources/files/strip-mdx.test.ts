// biome-ignore-all lint/suspicious/noTemplateCurlyInString: MDX contains them.
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../build/shared/diagnostics.ts";
import { stripMdx } from "../../../../build/sources/files/strip-mdx.ts";

async function strip(body: string, lenient = false) {
  const diagnostics = new Diagnostics();
  const markdown = await stripMdx(body, { file: "content/a.mdx", line: 5, lenient, diagnostics });
  return {
    markdown,
    found: diagnostics.all().map(({ line, column, message }) => `${line}:${column} ${message}`),
    notices: diagnostics.notices,
  };
}

describe("MDX", () => {
  it("loses its import and export lines, and keeps the numbers of its lines", async () => {
    const { markdown, found } = await strip(
      'import A from "./a"\nimport {\n  B\n} from "b"\n\nexport const x = {\n\n  a: 1\n}\n\n# Hello\n',
    );
    expect(markdown).toBe("\n\n\n\n\n\n\n\n\n\n# Hello\n");
    expect(found).toEqual([]);
  });

  it("keeps code that looks like an import or a component", async () => {
    const body = '```js\nimport q from "q"\n<Foo/>\n```\n\nWrite `<C/>` or `{x}`.\n';
    expect(await strip(body)).toEqual({ markdown: body, found: [], notices: [] });
  });

  it("keeps plain HTML, and Markdown comments that end the excerpt", async () => {
    const body = 'One.\n\n<!-- more -->\n\n<div className="note">Two</div>\n';
    expect(await strip(body)).toEqual({ markdown: body, found: [], notices: [] });
  });

  it("drops comments in braces", async () => {
    expect((await strip("One {/* not this */}two.\n")).markdown).toBe("One two.\n");
  });

  it("names the place of a component after an attribute with braces and quotes", async () => {
    const { found } = await strip("Rain.\n\nText <Note a={{ b: '}>' }} c=\">\">it rains</Note> text\n");
    expect(found).toEqual(["7:6 the component <Note> cannot be rendered"]);
  });

  it("names the places of an expression and a computed attribute", async () => {
    const { found } = await strip("Two is {1 + 1}.\n\n<img src={cover} />\n");
    expect(found).toEqual(["5:8 the expression {1 + 1} cannot be rendered", "7:6 the attribute src={cover} cannot be rendered"]);
  });

  it("keeps HTML except for attributes in braces, if lenient", async () => {
    const body = 'A <b style={{ color: "red" }} id="x">bold</b>.\n\n<img {...rest} alt="a > b" src={a ? "}" : `{`} />\n';
    expect(await strip(body, true)).toMatchObject({
      markdown: 'A <b id="x">bold</b>.\n\n<img alt="a > b" />\n',
      found: [],
      notices: ["content/a.mdx: dropped attribute in braces (3 ×)"],
    });
  });

  it.each([
    ["JSX with an apostrophe", "<B>it's</B>"],
    ["a fragment", "<>it's <I/> {'>'}</>"],
    ["a condition", "a < b ? <B c=\"it's\">don't</B> : (() => { return <I>isn't</I> })()"],
    ["a template", "`${<B>it's</B>} }>`"],
    ["comments", "/* it's } */ 1 // don't }\n"],
    ["an escaped quote", "'it\\'s }>'"],
  ])("keeps the children of a component that has %s in an attribute", async (_, code) => {
    expect(await strip(`<Note icon={${code}} id="x">Some *text*</Note>\n`, true)).toMatchObject({
      markdown: code.includes("\n") ? "\nSome *text*\n" : "Some *text*\n",
      found: [],
      notices: ["content/a.mdx: dropped <Note>"],
    });
  });

  it("is reported if it is not valid", async () => {
    expect((await strip("Fine.\n\na {b\n")).found).toEqual([
      "7:3 not valid MDX: unexpected end of file in expression, expected a corresponding closing brace for `{`",
    ]);
  });

  it("counts columns after characters of two code units", async () => {
    expect((await strip("日本 😀 <A/>\n")).found).toEqual(["5:7 the component <A> cannot be rendered"]);
  });

  it("loses components and expressions, if lenient, keeps their children, and says how many were lost", async () => {
    const { markdown, found, notices } = await strip(
      "A <B x={1}>bold *text*</B> and {1}.\n\n<Note>\n  A note\n\n  - of two\n</Note>\n\n<End />\n",
      true,
    );
    expect(markdown).toBe("A bold *text* and .\n\n\nA note\n\n- of two\n\n\n\n");
    expect(found).toEqual([]);
    expect(notices).toEqual(["content/a.mdx: dropped <B>, expression, <Note>, <End>"]);
  });

  it("removes the indentation of nested components, but not that of the list around them", async () => {
    const { markdown } = await strip("<A>\n  <B>\n    deep\n  </B>\n</A>\n\n- <C>\n    in a list\n  </C>\n", true);
    expect(markdown).toBe("\n\ndeep\n\n\n\n- \n  in a list\n  \n");
  });
});
