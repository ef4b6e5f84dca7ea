import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ROOMS } from "../../scripts/import-rules.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/**
 * The functions that join, and the files that write a web server's patterns, in which a base is
 * part of a longer text.
 */
const MAY_JOIN = /^(?:contract\/text\/base-path|hosts\/(?:nginx|caddy)\/.*)\.ts$/;

const PREFIX = "(?:(?:API|INDEX|MEDIA|SNAPSHOT)_PREFIX|MCP_PATH)";
const SITE = String.raw`(?:[\w.()]*\b(?:origin|siteUrl)|addresses\.site|root\.site|readBase\(\)|pathOfAddress\([\w.]+\))`;
const JOINTS: readonly RegExp[] = [
  // The whole path of an address belongs to its origin: `url.origin + url.pathname`.
  new RegExp(String.raw`(?<![\w.])${SITE}\s*\+(?!.*pathname)`),
  new RegExp(String.raw`\$\{${SITE}\}(?=/|\$\{)(?!.*pathname)`),
  new RegExp(String.raw`[\w)\]]\s*\+\s*${PREFIX}\b`),
  new RegExp(String.raw`\}\$\{${PREFIX}\b`),
  /\}\/(?:api|index)\/v1\b|\}\/media\b/,
];

/** `line: text` of each place in a file that joins an origin, or a base, and a path. */
function findJoints(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "));
  return code.split("\n").flatMap((written, index) => {
    const line = written.replace(/(?:^|\s)\/\/.*$/, "");
    return JOINTS.some((joint) => joint.test(line)) ? [`${index + 1}: ${line.trim()}`] : [];
  });
}

/** `§` means a dollar sign in these samples. */
describe("addresses of a site, which may be below a path,", () => {
  it.each([
    "const feed = origin + path;",
    "const feed = `§{url.origin}/feed.xml`;",
    "const feed = `§{url.origin}§{path}`;",
    "const feed = site.siteUrl + page;",
    "const api = base + API_PREFIX;",
    "const api = `§{base}§{API_PREFIX}/posts`;",
    "const api = `§{base}/api/v1`;",
    "const page = root.site + path;",
    "const media = new URL(url).origin + MEDIA_PREFIX;",
    "const path = pathOfAddress(siteUrl) + page;",
  ])("are recognized as joined by hand in %s", (code) => {
    expect(findJoints(`${code.replaceAll("§", "$")}\n`)).toHaveLength(1);
  });

  it.each([
    "const whole = `§{url.origin}§{url.pathname}`;",
    "const api = toApiBase(site);",
    "const own = `§{API_PREFIX}/posts`;",
    "/** `origin + path` */",
    "go(); // origin + path",
  ])("are recognized as not joined in %s", (code) => {
    expect(findJoints(`${code.replaceAll("§", "$")}\n`)).toEqual([]);
  });

  it("are joined only by contract/text/base-path.ts", () => {
    const names = execFileSync("git", ["ls-files", "--", ...Object.keys(ROOMS).map((room) => `${room}/**`)], {
      cwd: ROOT,
      encoding: "utf8",
    });
    const files = names.split("\n").filter((file) => file.endsWith(".ts") && !file.includes("/generated/"));
    expect(files.length).toBeGreaterThan(300);
    const joints = files.flatMap((file) =>
      MAY_JOIN.test(file) ? [] : findJoints(readFileSync(join(ROOT, file), "utf8")).map((joint) => `${file}:${joint}`),
    );
    expect(joints, "use putBelow and toApiBase in contract/text/base-path.ts to join an address and a path").toEqual([]);
  });
});
