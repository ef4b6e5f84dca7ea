import { describe, expect, it } from "vitest";
import type { BuildResult } from "../../build/build.ts";
import { Diagnostics } from "../../build/diagnostics.ts";
import { renderDiagnostics } from "../../cli/diagnostics-text.ts";
import { createProgress } from "../../cli/progress.ts";
import { cronOf, renderResult } from "../../cli/result-text.ts";
import { createTestIo } from "./test-io.ts";

describe("mistakes", () => {
  const sources = (file: string): string | null =>
    file === "content/posts/hello.md" ? "---\ntitle: Hi\npublishedAt:\t2024-13-01\ntags: [日本, x]\n---\n" : null;
  const found = new Diagnostics();
  found.error(
    { file: "content/posts/hello.md", line: 3, column: 14, endColumn: 24 },
    { code: "bad-date", message: '"2024-13-01" is not a date', hint: "want 2024-01-31", field: ["publishedAt"] },
  );
  found.warning(
    { file: "content/posts/hello.md", line: 4, column: 12 },
    { code: "tag", message: "is written two ways", field: ["tags", 1] },
  );
  found.error({ file: "content/a.md", line: 1, column: 1 }, { code: "unreadable", message: "cannot be read" });

  it("are shown like a compiler's, sorted, with the line they are about, and counted", () => {
    expect(renderDiagnostics(found, { color: false, sources })).toBe(
      [
        "content/a.md:1:1  error  cannot be read",
        'content/posts/hello.md:3:14  error  publishedAt: "2024-13-01" is not a date (want 2024-01-31)',
        "    3 | publishedAt:\t2024-13-01",
        "      |             \t^^^^^^^^^^",
        "",
        "content/posts/hello.md:4:12  warning  tags.1: is written two ways",
        "    4 | tags: [日本, x]",
        "      |              ^",
        "",
        "2 errors, 1 warning in 2 files",
        "",
      ].join("\n"),
    );
  });

  it("have colours where asked for, and say the same", () => {
    const colored = renderDiagnostics(found, { color: true, sources });
    expect(colored).toContain("\u001b[31merror\u001b[39m");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of colours are what is taken out
    expect(colored.replace(/\u001b\[\d+m/g, "")).toBe(renderDiagnostics(found, { color: false, sources }));
  });

  it("are nothing where nothing is wrong", () => {
    expect(renderDiagnostics(new Diagnostics(), { color: false, sources })).toBe("");
  });
});

describe("progress", () => {
  it("is a bar on a terminal, and is gone at the end", () => {
    const io = createTestIo({ isTTY: true });
    const progress = createProgress(io);
    progress.update({ stage: "render", done: 1, total: 4 });
    io.advance(2_500);
    progress.update({ stage: "render", done: 2, total: 4 });
    progress.end();
    expect(io.err()).toContain("render   ████████████░░░░░░░░░░░░ 2/4  2.50 s");
    expect(io.err().endsWith("\r\u001b[2K")).toBe(true);
    expect(io.err()).not.toContain("\n");
  });

  it("is plain lines in a pipe, for what takes long", () => {
    const io = createTestIo();
    const progress = createProgress(io);
    progress.update({ stage: "parse", done: 3, total: 3 });
    progress.update({ stage: "render", done: 0, total: 9 });
    io.advance(6_000);
    progress.update({ stage: "render", done: 4, total: 9 });
    io.advance(3_000);
    progress.update({ stage: "render", done: 9, total: 9 });
    progress.end();
    expect(io.err()).toBe("render: 4 of 9 after 6.00 s\nrender: 9 done in 9.00 s\n");
  });
});

describe("the closing table", () => {
  const result: BuildResult = {
    ok: true,
    diagnostics: new Diagnostics(),
    sources: () => null,
    notices: ["remark-parse is used"],
    stats: {
      documents: { posts: 24, books: 1 },
      files: { written: 3, unchanged: 40, removed: 1 },
      bytes: 3_500_000,
      searchBytes: 20_480,
      stages: [
        { name: "parse", ms: 120, cpuMs: 200 },
        { name: "write", ms: 900, cpuMs: 300 },
        { name: "parse", ms: 100, cpuMs: 0 },
      ],
    },
    nextPublication: "2026-12-24T18:00:00.000Z",
    outDir: "/site/dist",
  };

  it("says what was built, how large, how long, and when to build again", () => {
    expect(renderResult(result, "dist/")).toBe(
      [
        "notice: remark-parse is used",
        "documents  24 posts, 1 book",
        "files      3 written, 40 unchanged, 1 removed in dist/",
        "size       3.3 MiB, 20.0 KiB of them the full-text index",
        "time       1.12 s (parse 0.22 s, write 0.90 s), CPU 0.50 s",
        "next       2026-12-24T18:00:00.000Z: something becomes public; build again then (cron, in UTC: 0 18 24 12 *)",
        "",
      ].join("\n"),
    );
  });

  it("names a cron time that is not before the instant", () => {
    expect(cronOf("2026-12-31T23:59:30.000Z")).toBe("0 0 1 1 *");
  });
});
