import { describe, expect, it } from "vitest";
import type { BuildResult } from "../../build/build-options.ts";
import { Diagnostics } from "../../build/shared/diagnostics.ts";
import { cronOf, noticeOfGone, renderResult } from "../../cli/build/result-text.ts";
import { createProgress } from "../../cli/progress.ts";
import { createTestIo } from "./test-io.ts";

describe("progress", () => {
  it("is a bar on a terminal, and disappears at the end", () => {
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

  it("prints plain lines in a pipe, for long work", () => {
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

it("removed posts are named, with the way to keep their addresses", () => {
  expect(noticeOfGone([])).toBeNull();
  expect(noticeOfGone(["a"])).toBe(
    "the last build had a post that is gone: a; if one has a new slug, aliases: [a] in its front matter redirects to it",
  );
  expect(noticeOfGone(["a", "b", "c", "d", "e", "f"])).toMatch(/^the last build had 6 posts that are gone: a, b, c, d, e, …; /);
});

describe("the closing table", () => {
  const result: BuildResult = {
    ok: true,
    diagnostics: new Diagnostics(),
    sources: () => null,
    notices: ["remark-parse is used"],
    stats: {
      documents: { posts: 24, books: 1 },
      withheld: { drafts: 1, scheduled: 2, expired: 0 },
      files: { written: 3, unchanged: 40, removed: 1 },
      bytes: 3_500_000,
      searchBytes: 20_480,
      stages: [
        { name: "parse", ms: 120, cpuMs: 200 },
        { name: "write", ms: 900, cpuMs: 300 },
        { name: "parse", ms: 100, cpuMs: 0 },
      ],
    },
    changed: [],
    leftOut: [],
    gone: [],
    added: [],
    nextChange: "2026-12-24T18:00:00.000Z",
    outDir: "/site/dist",
  };

  it("prints what was built, its size and duration, and when to build again", () => {
    expect(renderResult(result, "dist/", { ms: 1_420, cpuMs: 1_700 })).toBe(
      [
        "notice: remark-parse is used",
        "documents  24 posts, 1 book",
        "not public 1 draft, 2 dated in the future",
        "files      3 written, 40 unchanged, 1 removed in dist/",
        "size       3.3 MiB, including a full-text index of 20.0 KiB",
        "time       1.42 s (parse 0.22 s, write 0.90 s), CPU 1.70 s",
        "next       2026-12-24T18:00:00.000Z: the public site changes; build again then (cron, in UTC: 0 18 24 12 *)",
        "",
      ].join("\n"),
    );
  });

  it("states that nothing has changed if no stage ran", () => {
    const unchanged = { ...result, stats: { ...result.stats, stages: [] } };
    expect(renderResult(unchanged, "dist/", { ms: 250, cpuMs: 300 })).toContain("time       0.25 s (nothing has changed), CPU 0.30 s\n");
  });

  it("does not mention withheld documents if everything is public", () => {
    const open = { ...result, stats: { ...result.stats, withheld: { drafts: 0, scheduled: 0, expired: 0 } } };
    expect(renderResult(open, "dist/", { ms: 250, cpuMs: 300 })).not.toContain("not public");
  });

  it("shows a cron time that is not before the instant", () => {
    expect(cronOf("2026-12-31T23:59:30.000Z")).toBe("0 0 1 1 *");
  });
});
