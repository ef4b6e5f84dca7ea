import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import sharp from "sharp";

/**
 * Measures the CPU time and memory of `octavo init` in a Hexo site with 1,000 posts, and in one
 * with 2,000 posts and 200 MB of pictures. bench/README.md has results.
 */

const OCTAVO = resolve(import.meta.dirname, "../../bin/octavo.mjs");
const PICTURE_BYTES = 100_000;

const CASES = [
  { name: "1,000 posts", posts: 1000, hasPictures: false },
  { name: "2,000 posts, 200 MB of pictures", posts: 2000, hasPictures: true },
];

/** Makes a picture of about 100 KB from noise, which does not compress. */
async function makePicture(): Promise<Buffer> {
  const side = 340;
  const pixels = Buffer.alloc(side * side * 3);
  for (let at = 0; at < pixels.length; at += 32) createHash("sha256").update(`${at}`).digest().copy(pixels, at);
  const jpeg = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 70 })
    .toBuffer();
  return Buffer.concat([jpeg, Buffer.alloc(Math.max(0, PICTURE_BYTES - jpeg.length))]);
}

async function writeSite(folder: string, { posts, hasPictures }: (typeof CASES)[number]): Promise<void> {
  await mkdir(join(folder, "source/_posts"), { recursive: true });
  await mkdir(join(folder, "source/images"), { recursive: true });
  await writeFile(join(folder, "_config.yml"), "title: Marsh notes\nurl: https://marsh.example\npermalink: :year/:title/\n");
  await writeFile(join(folder, "package.json"), '{ "type": "module", "dependencies": { "hexo": "7" } }\n');
  const picture = hasPictures ? await makePicture() : null;
  for (let index = 0; index < posts; index += 1) {
    const date = new Date(Date.UTC(2010, 0, 1 + index)).toISOString().slice(0, 10);
    const shown = picture === null ? "" : `![Reeds](/images/${index}.jpg)\n\n`;
    const body = `${shown}## Reeds ${index}\n\n${`The heron ${index} stands in the *marsh*, see [more](https://marsh.example/). `.repeat(40)}\n`;
    await writeFile(
      join(folder, `source/_posts/heron-${index}.md`),
      `---\ntitle: Heron ${index}\ndate: ${date}\ntags: [heron, marsh]\n---\n\n${body}`,
    );
    if (picture !== null) await writeFile(join(folder, `source/images/${index}.jpg`), Buffer.concat([picture, Buffer.from(String(index))]));
  }
}

interface Usage {
  readonly cpu: number;
  readonly mb: number;
}

function measureInit(folder: string): Promise<Usage> {
  return new Promise((done, fail) => {
    const child = spawn("/usr/bin/time", ["-f", "%U %S %M", "-o", join(folder, "usage"), process.execPath, OCTAVO, "init", "--yes"], {
      cwd: folder,
      stdio: "ignore",
    });
    child.on("error", fail);
    child.on("close", async (code) => {
      const [user = 0, system = 0, kilobytes = 0] = (await readFile(join(folder, "usage"), "utf8")).trim().split(/\s+/).map(Number);
      if (code === 0) done({ cpu: user + system, mb: kilobytes / 1000 });
      else fail(new Error(`init exited with code ${code}`));
    });
  });
}

for (const one of CASES) {
  const folder = await mkdtemp(join(tmpdir(), "octavo-init-"));
  try {
    await writeSite(folder, one);
    const { cpu, mb } = await measureInit(folder);
    process.stdout.write(`${one.name}: ${cpu.toFixed(1)} CPU s, ${mb.toFixed(0)} MB\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
