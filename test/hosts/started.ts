import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeHost } from "../../hosts/node/app.ts";
import { listen } from "../../hosts/node/server.ts";
import type { Profile } from "./compare.ts";
import { sendRaw } from "./http.ts";
import { freePort, startProcess } from "./processes.ts";

export interface StartedHost {
  readonly url: string;
  stop(): Promise<void>;
}

export interface HostSpec {
  readonly name: string;
  readonly profile: Profile;
  /** Built with `--host` so. */
  readonly build: string;
  start(distDir: string, env: HostEnvironment): Promise<StartedHost>;
}

/** What an owner would set. */
export interface HostEnvironment {
  readonly secret: string;
  /** Origin of the write server; null: there is none. */
  readonly server: string | null;
}

const WEB_SERVER: Profile = { constantProblems: true, refusesQueries: true, ownPages: true };

/** Whether something answers there. */
const answers = (url: string) => async (): Promise<boolean> =>
  (await sendRaw(url, { method: "GET", target: "/api/v1/site-settings" })).status === 200;

async function startInFolder(
  prefix: string,
  run: (dir: string, port: number, url: string) => Promise<{ stop(): Promise<void> }>,
): Promise<StartedHost> {
  const dir = await mkdtemp(join(tmpdir(), prefix));
  const remove = (): Promise<void> => rm(dir, { recursive: true, force: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  try {
    const running = await run(dir, port, url);
    return {
      url,
      async stop() {
        await running.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const nginx: HostSpec["start"] = (distDir, { secret }) =>
  startInFolder("quire-nginx-", async (dir, port, url) => {
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${dir}/${name};`);
    const config = `daemon off; master_process off; pid ${dir}/pid; error_log stderr warn;
events {}
http {
  access_log off;
  ${temporary.join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    root ${distDir};
    include ${distDir}/_hosts/nginx/quire.conf;
    set $quire_proxy_secret '${secret}';
  }
}
`;
    await writeFile(join(dir, "nginx.conf"), config);
    return startProcess({ command: "nginx", args: ["-c", join(dir, "nginx.conf"), "-p", dir], ready: answers(url) });
  });

const caddy: HostSpec["start"] = (distDir, { secret }) =>
  startInFolder("quire-caddy-", async (dir, port, url) => {
    const config = `{
	admin off
	auto_https off
}
import ${distDir}/_hosts/caddy/quire.caddy
http://127.0.0.1:${port} {
	root * ${distDir}
	import quire
	file_server
}
`;
    await writeFile(join(dir, "Caddyfile"), config);
    return startProcess({
      command: "caddy",
      args: ["run", "--adapter", "caddyfile", "--config", join(dir, "Caddyfile")],
      env: { QUIRE_PROXY_SECRET: secret, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
      ready: answers(url),
    });
  });

/** What all others are compared with: the Node host, in this process. */
export async function startReference(distDir: string): Promise<StartedHost> {
  const server = await listen(createNodeHost({ distDir }), { host: "127.0.0.1", port: 0 });
  return { url: server.url, stop: () => server.close() };
}

export const HOSTS: readonly HostSpec[] = [
  { name: "nginx", profile: WEB_SERVER, build: "nginx", start: nginx },
  { name: "caddy", profile: WEB_SERVER, build: "caddy", start: caddy },
];
