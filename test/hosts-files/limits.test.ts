import { describe, expect, it } from "vitest";
import { type FileSize, measureLimits } from "../../hosts/host-limits.ts";
import { HOST_NAMES } from "../../hosts/host-names.ts";

const files = (count: number, toPath: (index: number) => string, bytes = 10): FileSize[] =>
  Array.from({ length: count }, (_, index) => ({ path: toPath(index), bytes }));
const posts = (count: number): FileSize[] => files(count, (index) => `api/v1/posts/p${index}.json`);

describe("limits of hosts", () => {
  it("are reported from 80 percent on, and as exceeded above 100 percent", () => {
    const levelAt = (count: number): string | undefined => measureLimits(["cloudflare"], posts(count))[0]?.level;
    expect([levelAt(15_999), levelAt(16_000), levelAt(20_000), levelAt(20_001)]).toEqual(["ok", "near", "near", "over"]);
  });

  it("of Pages include the files that Workers is told to ignore: compressed copies and other hosts' files", () => {
    const site = [
      ...posts(12_000),
      ...files(9_000, (index) => `api/v1/posts/p${index}.json.gz`),
      ...["_worker.js/index.js", "_headers", "_routes.json"].map((path) => ({ path, bytes: 1 })),
      ...["_hosts/nginx/octavo.conf", ".octavo-files"].map((path) => ({ path, bytes: 1 })),
    ];
    const [workers, pages] = measureLimits(["cloudflare"], site).filter(({ of }) => of === "files");
    expect(workers).toMatchObject({ host: "Cloudflare Workers", used: 12_000, level: "ok" });
    expect(pages).toMatchObject({ host: "Cloudflare Pages", used: 21_002, level: "over" });
  });

  it("name the largest file, and the folder with the most files", () => {
    const site = [...posts(60_000), { path: "media/film.0123456789abcdef.mp4", bytes: 26_214_401 }];
    expect(measureLimits(["cloudflare"], site).find(({ of }) => of === "bytes of a file")).toMatchObject({
      path: "media/film.0123456789abcdef.mp4",
      used: 26_214_401,
      level: "over",
    });
    expect(measureLimits(["netlify"], site, 9_000)).toMatchObject([
      { of: "files in a folder", path: "api/v1/posts/", used: 60_000, level: "over" },
      { of: "redirects", path: null, used: 9_000, level: "near" },
    ]);
  });

  it("apply to the sum of all bytes if the host limits it", () => {
    const site = files(9, (index) => `media/m${index}`, 100_000_000);
    expect(measureLimits(["github-pages", "deno"], site).map(({ host, used, level }) => [host, used, level])).toEqual([
      ["Deno Deploy", 900_000_000, "near"],
      ["GitHub Pages", 900_000_000, "near"],
    ]);
  });

  it("do not exist if the owner's own server serves the files", () => {
    expect(measureLimits(["nginx", "caddy", "node", "bun"], posts(1))).toEqual([]);
    expect(new Set(measureLimits(HOST_NAMES, posts(1)).map(({ host }) => host)).size).toBe(5);
  });
});
