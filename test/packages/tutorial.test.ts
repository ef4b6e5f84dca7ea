import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { fileOf, findFences } from "../docs/docs-pages.ts";
import { CONTENT_DIR, PROJECT_DIR } from "../helpers/sample-site.ts";
import { runWith, startWith } from "./installed.ts";

/**
 * docs/tutorial.md from its first command to its last, with the package as packed for these tests.
 */

const [octavo] = inject("tarballs");
const PICTURE = "series/weaving-for-programmers.jpg";
/** Commands for another machine. test/packages/deploy.test.ts runs Docker's steps. */
const ELSEWHERE = /^ssh /;
/** An address that octavo accepts as a real one. Nothing requests it. */
const DOMAIN = "ines-aas.net";
/** An author for commits, without anybody else's settings. */
const GIT = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ines Aas",
  GIT_AUTHOR_EMAIL: "ines@ines-aas.net",
  GIT_COMMITTER_NAME: "Ines Aas",
  GIT_COMMITTER_EMAIL: "ines@ines-aas.net",
};

let folder: string;
let site: string;
let server: Awaited<ReturnType<typeof startWith>> | null = null;
/** Output of each command, in order. */
const answers: (readonly [command: string, stdout: string])[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-tutorial-"));
  site = join(folder, "my-site");
  await mkdir(join(folder, "Pictures"));
  await cp(join(CONTENT_DIR, PICTURE), join(folder, "Pictures/heron.jpg"));
  await promisify(execFile)("git", ["init", "--quiet", "--bare", join(folder, "github.git")]);
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Replaces the folders with this run's, and placeholders with the reader's own values. */
function toRun(command: string): string {
  const comment = answers.findLast(([one]) => one.includes("comments list"))?.[1];
  return command
    .replaceAll("../my-site", site)
    .replace("https://github.com/you/my-site.git", join(folder, "github.git"))
    .replace("you@ines.example:my-site", join(folder, "machine"))
    .replaceAll("ines.example", DOMAIN)
    .replace("packed/octavo-0.2.0.tgz", octavo?.file ?? "")
    .replace("~/Pictures", join(folder, "Pictures"))
    .replace("http://127.0.0.1:3000", server?.url ?? "http://nobody.invalid")
    .replace("COMMENT", /^[a-z0-9]{10,}/m.exec(comment ?? "")?.[0] ?? "COMMENT")
    .replace(/^curl /, "curl --silent --show-error --fail --retry 20 --retry-delay 1 --retry-all-errors ");
}

async function run(command: string): Promise<void> {
  // Packed once for all tests. A separate shell runs each command.
  if (command === "npm run pack" || command.startsWith("cd ") || ELSEWHERE.test(command)) return;
  if (command === "npm run dev") {
    server = await startWith(process.execPath, site, "npm", ["run", "dev", "--", "--port", "0"]);
    return;
  }
  const cwd = command.includes("../my-site") ? PROJECT_DIR : site;
  const { stdout } = await runWith(process.execPath, cwd, "bash", ["-euc", toRun(command)], GIT);
  answers.push([command, stdout]);
}

/** The site after its first nine parts, as `dev` serves it. */
async function expectSite(): Promise<void> {
  // A save takes a moment to go live, so the last ones may not be live yet.
  const expectAnswer = (path: string, expected: object): Promise<void> =>
    expect.poll(async () => (await fetch(`${server?.url}/api/v1/${path}`)).json(), { timeout: 20_000 }).toMatchObject(expected);
  await expectAnswer("posts/first-walk", { title: "A first walk", cover: { mimeType: "image/jpeg" }, commentCount: 1 });
  await expectAnswer("posts?tag=birds", { items: [{ slug: "first-walk" }] });
  await expectAnswer("tags/posts", { items: [{ slug: "walking" }, { slug: "birds", name: "Birds of the marsh" }, { slug: "notes" }] });
  await expectAnswer("post-series/the-marsh-year", { title: "The marsh year", items: [{ slug: "ice-on-the-creek" }] });
  await expectAnswer("about", { headline: "I walk, and write down what I saw" });
  await expectAnswer("photos", { items: [{ slug: "grey-heron", album: { title: "Winter" } }] });
  await expectAnswer("posts/first-walk/comments", {
    items: [{ authorName: "Odd", bodyHtml: "<p>At the <strong>mill</strong>, too.</p>" }],
  });
}

/** Changes a line of the configuration, as the page says. */
async function changeConfig(): Promise<void> {
  const page = await readFile(join(PROJECT_DIR, "docs/tutorial.md"), "utf8");
  const [, line = "", changed = ""] = /change the line\s+`([^`]+)`\s+to `([^`]+)`/.exec(page) ?? [];
  const file = join(site, "octavo.config.ts");
  const text = await readFile(file, "utf8");
  expect(text).toContain(`  ${line}\n`);
  await writeFile(file, text.replace(line, changed));
}

it("docs/tutorial.md can be followed from the first line to the last", async () => {
  for (const fence of findFences("docs/tutorial.md")) {
    const file = fileOf(fence);
    if (file !== null) {
      await mkdir(dirname(join(site, file)), { recursive: true });
      await writeFile(join(site, file), fence.text);
    } else {
      expect(fence.language, `docs/tutorial.md:${fence.line} is neither a file nor commands`).toBe("sh");
      for (const command of fence.text.trim().split("\n")) {
        if (command.startsWith("git init")) {
          await expectSite();
          await changeConfig();
        }
        await run(command);
      }
    }
  }
  const find = (part: string): string => answers.findLast(([command]) => command.includes(part))?.[1] ?? expect.fail(part);
  expect(find("new post")).toBe("content/posts/ice-on-the-creek.md\n");
  expect(find("new photo")).toBe("content/photos/grey-heron.md\n");
  expect(find("npm run check")).toContain("no mistakes");
  expect(find("npm run build")).toContain("documents  3 posts, 0 projects, 0 books, 1 photo, 0 pages, 0 services, 1 series");
  // The website is in the branch that GitHub Pages serves.
  expect(find("octavo publish").endsWith(`\npublished: https://${DOMAIN}\n`)).toBe(true);
  const show = async (path: string): Promise<string> =>
    (await promisify(execFile)("git", ["--git-dir", join(folder, "github.git"), "show", `gh-pages:${path}`])).stdout;
  expect(await show("CNAME")).toBe(`${DOMAIN}\n`);
  expect(await show("posts/first-walk.html")).toContain("The reeds were white this morning.");
  expect(await show("posts/first-walk.html")).not.toContain("octavo-comments");
  // Here, a service worker answers the search.
  expect(await show("search.html")).toContain('<script src="/octavo-sw-start.js" defer></script>');
  expect(await show("octavo-sw-start.js")).toContain("octavo-sw.js");
  expect(await show("index.html")).toContain(`<link rel="canonical" href="https://${DOMAIN}/">`);
  expect(await readFile(join(folder, "machine/Dockerfile"), "utf8")).toContain("FROM node");
  expect(find("curl http://127.0.0.1:3000/tags/birds")).toContain("A first walk");
  expect(find("curl http://127.0.0.1:3000/photos")).toContain("A heron at dusk");
}, 300_000);
