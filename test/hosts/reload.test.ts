import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeDist, makePost } from "../edge/site-fixture.ts";
import { describeWith } from "../system/programs.ts";
import { addHostFiles } from "./dists.ts";
import { sendRaw } from "./http.ts";
import { freePort, startProcess } from "./processes.ts";
import { answers } from "./web-servers.ts";

/**
 * A new alias and a former page on running web servers: the build, then the commands of the unit
 * that the build wrote.
 */

const run = promisify(execFile);
const START_TIMEOUT_MS = 60_000;

interface Server {
  readonly name: "nginx" | "caddy";
  /** The machine's own file, which includes Octavo's. */
  readonly file: string;
  config(dir: string, port: number, adminPort: number): string;
  readonly start: (file: string, dir: string) => readonly string[];
  /** The command of `systemctl reload` in the unit of Debian's package. */
  readonly reload: (file: string, dir: string) => readonly string[];
}

const SERVERS: readonly Server[] = [
  {
    name: "nginx",
    file: "nginx.conf",
    config: (dir, port) => `user root; daemon off; pid ${dir}/pid; error_log stderr warn; events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${dir}/${name};`).join(" ")}
  server { listen 127.0.0.1:${port}; root ${dir}/dist; include ${dir}/dist/_hosts/nginx/octavo.conf; }
}
`,
    start: (file, dir) => ["nginx", "-c", file, "-p", dir],
    reload: (file, dir) => ["nginx", "-c", file, "-p", dir, "-s", "reload"],
  },
  {
    name: "caddy",
    file: "Caddyfile",
    config: (dir, port, adminPort) => `{
	admin 127.0.0.1:${adminPort}
	auto_https off
}
import ${dir}/dist/_hosts/caddy/octavo.caddy
http://127.0.0.1:${port} {
	root * ${dir}/dist
	import octavo
	file_server
}
`,
    start: (file) => ["caddy", "run", "--adapter", "caddyfile", "--config", file],
    reload: (file) => ["caddy", "reload", "--adapter", "caddyfile", "--config", file, "--force"],
  },
];

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "octavo-reload-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function build(aliases: Readonly<Record<string, string>>, redirects: readonly { from: string; to: string }[]): Promise<void> {
  for (const [path, text] of makeDist({ posts: [makePost("rain", {}), makePost("snow", {})], aliases, redirects: [...redirects] })) {
    await mkdir(dirname(join(dir, "dist", path)), { recursive: true });
    await writeFile(join(dir, "dist", path), text);
  }
  await addHostFiles(join(dir, "dist"), { server: null, reader: null, origins: [], folder: "dist" });
}

describe.each(SERVERS)("$name", ({ name, file, config, start, reload }) => {
  describeWith([name], "while it runs", () => {
    it(
      "serves a new alias and a former page once the build's unit has loaded its configuration",
      async () => {
        await build({}, []);
        const port = await freePort();
        const url = `http://127.0.0.1:${port}`;
        const path = join(dir, file);
        await writeFile(path, config(dir, port, await freePort()));
        const env = { XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir };
        const [command = "", ...args] = start(path, dir);
        const running = await startProcess({ command, args, env, ready: answers(url) });
        try {
          const status = async (target: string): Promise<number> => (await sendRaw(url, { method: "GET", target })).status;
          await build({ drizzle: "rain" }, [{ from: "/2019/rain", to: "/posts/rain" }]);
          expect(await status("/api/v1/posts/drizzle")).toBe(404);
          const unit = await readFile(join(dir, `dist/_hosts/${name}/octavo-reload.service`), "utf8");
          const commands = [...unit.matchAll(/^ExecStart(?:Pre)?=(.*)$/gm)].map(([, line = ""]) => line);
          expect(commands.at(-1)).toBe(`/usr/bin/systemctl reload ${name}`);
          const [check = ""] = commands;
          const [checker = "", ...words] = check.replace("/etc/caddy/Caddyfile", path).split(" ");
          await run(checker, name === "nginx" ? [...words, "-c", path, "-p", dir] : words, { env: { ...process.env, ...env } });
          const [reloader = "", ...rest] = reload(path, dir);
          await run(reloader, rest, { env: { ...process.env, ...env } });
          await expect.poll(() => status("/api/v1/posts/drizzle"), { timeout: 10_000 }).toBe(200);
          // An old worker process may answer one more request.
          await expect.poll(() => status("/2019/rain")).toBe(301);
        } finally {
          await running.stop();
        }
      },
      START_TIMEOUT_MS,
    );
  });
});

describeWith(["systemd-analyze"], "the units for systemd", () => {
  it.each(["nginx", "caddy"])("are valid: %s", async (name) => {
    await build({}, []);
    const folder = join(dir, "dist/_hosts", name);
    const { stderr } = await run("systemd-analyze", [
      "verify",
      join(folder, "octavo-reload.path"),
      join(folder, "octavo-reload.service"),
    ]).catch((error: { stderr: string }) => error);
    expect(stderr.split("\n").filter((line) => line.includes("octavo-reload"))).toEqual([]);
  });
});
