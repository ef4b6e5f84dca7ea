import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

/** An `octavo dev` that runs. */
export interface DevServer {
  /** Origin that it serves at. */
  readonly url: string;
  /** Calls it after each build from now on; in place of who was called before. */
  onBuilt(listener: () => void): void;
  stop(): Promise<void>;
}

export interface DevOptions {
  /** The site's folder, absolute. */
  readonly root: string;
  /** Origin of the pages. */
  readonly siteUrl: string;
  readonly args: readonly string[];
  /** Hears each line that it writes. */
  readonly tell: (line: string) => void;
}

/** Starts `octavo dev` of the octavo that the site has installed. @throws Error with what it wrote, where it ends before it serves */
export async function startDev({ root, siteUrl, args, tell }: DevOptions): Promise<DevServer> {
  const child = spawn(process.execPath, [findOctavo(root), "dev", "--port", "0", "--site-url", siteUrl, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let built: (() => void) | null = null;
  let url: string | null = null;
  /** Mistakes in the content: the first build that succeeds is yet to come, on a save. */
  let failed = false;
  const written: string[] = [];
  const serving = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      if (line.trim() !== "") tell(line);
      written.push(line);
      url = /serving at (http:\S+)/.exec(line)?.[1] ?? url;
      if (line.startsWith("nothing is served yet")) failed = true;
      if (/(?:^|: )built in \d/.test(line)) {
        failed = false;
        built?.();
      }
      if (url !== null && !failed) serving.resolve(url);
    });
  }
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  child.on("error", serving.reject);
  ended.then(() => serving.reject(new Error(`octavo dev has ended:\n${written.join("\n")}`))).catch(() => {});
  const kill = (): void => void child.kill("SIGTERM");
  process.once("exit", kill);
  return {
    url: await serving.promise,
    onBuilt(listener) {
      built = listener;
    },
    async stop() {
      process.off("exit", kill);
      kill();
      await ended;
    },
  };
}

function findOctavo(root: string): string {
  try {
    return join(dirname(createRequire(pathToFileURL(join(root, "package.json"))).resolve("octavo/package.json")), "bin/octavo.mjs");
  } catch (cause) {
    throw new Error(`octavo is not installed in ${root}: npm install octavo`, { cause });
  }
}
