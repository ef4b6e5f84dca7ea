import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

/** A running `octavo dev`. */
export interface DevServer {
  /** Origin of the server. */
  readonly url: string;
  /** Sets the function that is called after each build. It replaces an earlier one. */
  onBuilt(listener: () => void): void;
  stop(): Promise<void>;
}

export interface DevOptions {
  /** Absolute path of the site's folder. */
  readonly root: string;
  /** Origin of the pages. */
  readonly siteUrl: string;
  readonly args: readonly string[];
  /** Called for each line of its output. */
  readonly tell: (line: string) => void;
}

/**
 * Starts `octavo dev` from the site's installed octavo. @throws Error with its output, if it exits
 * before it serves
 */
export async function startDev({ root, siteUrl, args, tell }: DevOptions): Promise<DevServer> {
  const child = spawn(process.execPath, [findOctavo(root), "dev", "--port", "0", "--site-url", siteUrl, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let built: (() => void) | null = null;
  let url: string | null = null;
  /**
   * Whether the content has mistakes, so that the first successful build will come from a later
   * save.
   */
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
  ended.then(() => serving.reject(new Error(`octavo dev has exited:\n${written.join("\n")}`))).catch(() => {});
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
