import { describe, expect, it } from "vitest";
import { Diagnostics, type Location, warningKeyOf } from "../../build/shared/diagnostics.ts";
import { formatDiagnostics } from "../../cli/report.ts";

function reportOf(text: string, at: Omit<Location, "file">, color = false): string {
  const diagnostics = new Diagnostics();
  diagnostics.error({ file: "a.md", ...at }, { code: "x", message: "is wrong" });
  return formatDiagnostics(diagnostics, { color, sources: () => text });
}
const frameOf = (text: string, at: Omit<Location, "file">): string[] => reportOf(text, at).split("\n").slice(1, -3);

describe("the report", () => {
  it("shows each finding with the line before, the line and a mark, sorted, and counts them", () => {
    const diagnostics = new Diagnostics();
    const text = "---\ntitle: Hi\npublishedAt: 2024-13-01\n---\n";
    diagnostics.warning({ file: "content/b.md", line: 1, column: 1 }, { code: "y", message: "is odd" });
    diagnostics.error(
      { file: "content/a.md", line: 3, column: 14, endColumn: 24 },
      { code: "bad-date", message: '"2024-13-01" is not a date', hint: "want 2024-01-31", field: ["publishedAt"] },
    );
    diagnostics.error({ file: "content/a.md", line: 2, column: 8, endColumn: 10 }, { code: "x", message: "is short", field: ["title"] });
    const report = formatDiagnostics(diagnostics, { color: false, sources: (file) => (file === "content/a.md" ? text : null) });
    expect(report).toBe(`content/a.md:2:8  error  title: is short
  1 | ---
  2 | title: Hi
    |        ^^

content/a.md:3:14  error  publishedAt: "2024-13-01" is not a date (want 2024-01-31)
  2 | title: Hi
  3 | publishedAt: 2024-13-01
    |              ^^^^^^^^^^

content/b.md:1:1  warning  is odd

2 errors and 1 warning in 2 files
`);
  });

  it("has no control characters from file names or keys, which may be anything", () => {
    const diagnostics = new Diagnostics();
    diagnostics.error({ file: "a\n::error::b\u001b[31m.md", line: 1, column: 1 }, { code: "x", message: "k\r\n::stop-commands::x" });
    const report = formatDiagnostics(diagnostics, { color: false, sources: () => null });
    expect(report.split("\n")[0]).toBe("a\ufffd::error::b\ufffd[31m.md:1:1  error  k\ufffd::stop-commands::x");
  });

  it("shows a plugin's errors for three files, once each, and counts the others", () => {
    const diagnostics = new Diagnostics();
    const fail = (file: string, message: string, line = 1): void =>
      diagnostics.error({ file, line, column: 1 }, { code: "plugin-failed", message });
    for (const name of ["a", "c", "d", "e", "f"]) fail(`${name}.md`, "one fails: x");
    fail("a.md", "one fails: x", 9);
    fail("b.md", "two fails: y");
    diagnostics.error({ file: "b.md", line: 2, column: 1 }, { code: "x", message: "is wrong" });
    expect(formatDiagnostics(diagnostics, { color: false, sources: () => null })).toBe(`a.md:1:1  error  one fails: x

c.md:1:1  error  one fails: x

d.md:1:1  error  one fails: x
  and the same in 2 more files

b.md:1:1  error  two fails: y

b.md:2:1  error  is wrong

8 errors in 6 files
`);
  });

  it("shows all of the configuration's plugins that fail in the same way", () => {
    const diagnostics = new Diagnostics();
    const at = { file: "octavo.config.mjs", line: 1, column: 1 };
    for (const index of [0, 1])
      diagnostics.error(at, { code: "plugin-failed", message: "cannot be attached", field: ["markdown", "remarkPlugins", index] });
    const line = (index: number): string => `octavo.config.mjs:1:1  error  markdown.remarkPlugins.${index}: cannot be attached\n\n`;
    expect(formatDiagnostics(diagnostics, { color: false, sources: () => null })).toBe(`${line(0)}${line(1)}2 errors in 1 file\n`);
  });

  it("shows a remedy that several findings share once", () => {
    const diagnostics = new Diagnostics();
    for (const line of [1, 2])
      diagnostics.error({ file: "a.md", line, column: 1 }, { code: "x", message: "is unknown", remedy: "leave it aside" });
    expect(formatDiagnostics(diagnostics, { color: false, sources: () => null })).toBe(
      "a.md:1:1  error  is unknown\n  leave it aside\n\na.md:2:1  error  is unknown\n\n2 errors in 1 file\n",
    );
  });

  it("shows twenty of a kind and counts the others, unless all are requested", () => {
    const diagnostics = new Diagnostics();
    for (let line = 1; line <= 2_000; line += 1)
      diagnostics.error(
        { file: "a.md", line, column: 1 },
        { code: "broken-link", message: "leads nowhere", field: ["links", line, "url"] },
      );
    diagnostics.warning({ file: "b.md", line: 1, column: 1 }, { code: "y", message: "is odd" });
    const options = { color: false, sources: () => null };
    const report = formatDiagnostics(diagnostics, options);
    expect(report.match(/leads nowhere/g)).toHaveLength(20);
    expect(report).toContain(
      "\na.md:20:1  error  links.20.url: leads nowhere\n  and 1,980 more of error broken-link links.url (--all)\n\nb.md:1:1",
    );
    expect(report).toMatch(/\n2,000 errors and 1 warning in 2 files\n$/);
    expect(formatDiagnostics(diagnostics, { ...options, all: true }).match(/leads nowhere/g)).toHaveLength(2_000);
  });

  it("only counts warnings that were already shown, wherever they are now; errors are shown again", () => {
    const build = (line: number): Diagnostics => {
      const diagnostics = new Diagnostics();
      diagnostics.warning({ file: "b.md", line, column: 1 }, { code: "y", message: "is odd" });
      diagnostics.error({ file: "a.md", line, column: 1 }, { code: "x", message: "is wrong" });
      return diagnostics;
    };
    const shown = new Set(
      build(1)
        .all()
        .flatMap((one) => warningKeyOf(one) ?? []),
    );
    const next = build(2);
    next.warning({ file: "c.md", line: 1, column: 1 }, { code: "y", message: "is odd" });
    expect(formatDiagnostics(next, { color: false, sources: () => null, shown })).toBe(
      "a.md:2:1  error  is wrong\n\nc.md:1:1  warning  is odd\n\n1 error and 2 warnings in 3 files, 1 warning as before\n",
    );
  });

  it("reads a file once, however much is wrong in it, and no more of a line than a frame shows", () => {
    const text = `${"word ".repeat(100_000)}\nnext`;
    const diagnostics = new Diagnostics();
    for (let at = 0; at < 2_000; at += 1)
      diagnostics.error({ file: "a.md", line: 1, column: at * 250 + 1 }, { code: "x", message: "is wrong" });
    let reads = 0;
    const started = process.cpuUsage();
    const report = formatDiagnostics(diagnostics, {
      color: false,
      all: true,
      sources: () => {
        reads += 1;
        return text;
      },
    });
    expect(report.match(/\^/g)).toHaveLength(2_000);
    expect(reads).toBe(1);
    // This takes about 0.3 s, but a minute if the whole line is measured for each mistake.
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });

  it("counts a single finding of a kind", () => {
    expect(reportOf("x", { line: 1, column: 1 })).toMatch(/\n1 error in 1 file\n$/);
  });

  it("is empty if nothing was found", () => {
    expect(formatDiagnostics(new Diagnostics(), { color: false, sources: () => null })).toBe("");
  });

  it("marks the right columns after wide, combining and astral characters and tabs", () => {
    expect(frameOf("日本: x", { line: 1, column: 5, endColumn: 6 })).toEqual(["  1 | 日本: x", "    |       ^"]);
    expect(frameOf("e\u0301: x", { line: 1, column: 5 })).toEqual(["  1 | e\u0301: x", "    |    ^"]);
    expect(frameOf("😀 👩‍🌾 x", { line: 1, column: 10 })).toEqual(["  1 | 😀 👩‍🌾 x", "    |       ^"]);
    expect(frameOf("\ta: x", { line: 1, column: 5 })).toEqual(["  1 |   a: x", "    |      ^"]);
  });

  it("underlines the whole of a wide span", () => {
    expect(frameOf("tags: [日本]", { line: 1, column: 8, endColumn: 10 })).toEqual(["  1 | tags: [日本]", "    |        ^^^^"]);
  });

  it("marks the place after the last character", () => {
    expect(frameOf('a: "x', { line: 1, column: 6 })).toEqual(['  1 | a: "x', "    |      ^"]);
  });

  it("cuts a long line to a window around the mistake", () => {
    const text = `${"a".repeat(300)}MISTAKE${"b".repeat(300)}`;
    const [line = "", mark = ""] = frameOf(text, { line: 1, column: 301, endColumn: 308 });
    expect(line.length).toBeLessThan(120);
    expect(line.slice(mark.indexOf("^"), mark.lastIndexOf("^") + 1)).toBe("MISTAKE");
  });

  it("does not let control characters of a file reach the terminal", () => {
    expect(frameOf("a\u001b[31mb", { line: 1, column: 1 })[0]).toBe("  1 | a\ufffd[31mb");
  });

  it("leaves out the frame if the line is empty or unknown", () => {
    expect(frameOf("", { line: 1, column: 1 })).toEqual([]);
    expect(frameOf("x", { line: 9, column: 1 })).toEqual([]);
  });

  it("has colours on request, with the same text", () => {
    const colored = reportOf("x: 1", { line: 1, column: 1 }, true);
    expect(colored).toContain("\u001b[31merror\u001b[39m");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is taken out
    expect(colored.replace(/\u001b\[\d+m/g, "")).toBe(reportOf("x: 1", { line: 1, column: 1 }));
  });
});
