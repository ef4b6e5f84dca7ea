import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { type Costs, printGrowth } from "./growth.ts";
import { createRandom, type Random } from "./random.ts";
import { type BenchSite, buildSite, seedComments } from "./server-site.ts";

/** Target for 100,000 comments in CPU seconds. */
const WANTED_SECONDS = 15;
const WANTED_AT = 100_000;
const SIZES = [10_000, WANTED_AT];
const FIRST = Date.parse("2012-01-01T00:00:00Z");
const BETWEEN_MS = 900_000;
/** Number of characters written at once. */
const CHUNK = 1 << 20;
const WORDS =
  "the of and to in a is that it was for on are with as I his they at be this have from or one had by but not what all were we when your can said there use each which".split(
    " ",
  );

/**
 * `npm run bench -- --comments`: measures a dry run, an import and a repeated import of Disqus
 * exports with 10,000 and 100,000 comments.
 */
export async function benchCommentImports({ quick }: { readonly quick: boolean }): Promise<void> {
  const sizes = quick ? [100, 1_000] : SIZES;
  const folder = await mkdtemp(join(tmpdir(), "octavo-bench-"));
  try {
    const site = await buildSite(folder);
    const costs: Costs[] = [];
    for (const size of sizes) costs.push(await measureImport(folder, site, size));
    printGrowth(sizes, costs, "comments");
    const taken = (costs.at(-1)?.get("import") ?? Number.NaN) / 1_000;
    if (!quick)
      console.log(
        `${WANTED_AT} comments: ${taken.toFixed(1)} s of CPU, target ${WANTED_SECONDS}${taken > WANTED_SECONDS ? " **MISSED**" : ""}`,
      );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureImport(folder: string, { slugs }: BenchSite, size: number): Promise<Costs> {
  const data = join(folder, `data-${size}`);
  const db = await seedComments(data, []);
  const file = join(folder, `disqus-${size}.xml`);
  await writeDisqus(file, slugs, size);
  const run = (...args: string[]): Promise<number> => runCommand(folder, ["comments", ...args, "--db", db, "--json"]);
  return new Map([
    ["dry run", await run("import", file, "--dry-run")],
    ["import", await run("import", file)],
    ["import again", await run("import", file)],
  ]);
}

/** Returns the CPU ms of a command in a separate process, including its start. */
function runCommand(folder: string, args: readonly string[]): Promise<number> {
  const script = fileURLToPath(new URL("build-child.ts", import.meta.url));
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, folder, ...args], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error !== null) return reject(new Error(`the command crashed: ${stderr}`, { cause: error }));
      const { code, cpuMs } = JSON.parse(stdout) as { code: number; cpuMs: number };
      if (code === 0) resolve(cpuMs);
      else reject(new Error(`the command failed: ${stderr}`));
    });
  });
}

/**
 * Writes an export in Disqus's format, with the same bytes in every run. Four in ten comments reply
 * to another, one in ten contains a link, and one in twenty has an emphasized word.
 */
async function writeDisqus(path: string, slugs: readonly string[], size: number): Promise<void> {
  const random = createRandom(size);
  const file = createWriteStream(path);
  let text = `<?xml version="1.0" encoding="utf-8"?>\n<disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">\n`;
  for (const [index, slug] of slugs.entries())
    text += `<thread dsq:id="t${index}"><id>${slug}</id><link>https://old.example/posts/${slug}/</link><createdAt>2011-01-01T00:00:00Z</createdAt></thread>\n`;
  for (let number = 0; number < size; number += 1) {
    text += toPost(number, slugs.length, random);
    if (text.length < CHUNK) continue;
    file.write(text);
    text = "";
  }
  file.end(`${text}</disqus>\n`);
  await finished(file);
}

function toPost(number: number, threads: number, random: Random): string {
  const back = threads * (1 + random.below(8));
  const parent = number >= back && random.below(10) < 4 ? `<parent dsq:id="${number - back}" />` : "";
  const paragraphs = Array.from({ length: 1 + random.below(3) }, () => {
    const words = Array.from({ length: 10 + random.below(40) }, () => random.pick(WORDS)).join(" ");
    const link =
      random.below(20) === 0 ? ' <a href="https://x.example/a_b" rel="nofollow noopener" target="_blank">https://x.example/a_b</a>' : "";
    return `<p>${words}${link}${random.below(40) === 0 ? " <b>really</b>" : ""}, isn&#39;t it?</p>`;
  });
  return `<post dsq:id="${number}">
<id />
<message><![CDATA[${paragraphs.join("\n\n")}]]></message>
<createdAt>${new Date(FIRST + number * BETWEEN_MS).toISOString().slice(0, 19)}Z</createdAt><isDeleted>false</isDeleted><isSpam>false</isSpam>
<author><email>a${random.below(5_000)}@x.example</email><name>Name ${random.below(5_000)}</name><isAnonymous>true</isAnonymous><username></username></author>
<ipAddress>198.51.100.7</ipAddress><thread dsq:id="t${number % threads}" />${parent}
</post>
`;
}
