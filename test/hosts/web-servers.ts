import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { toNamesBelow } from "../../hosts/names-below.ts";
import { sendRaw } from "./http.ts";
import { freePort, startProcess } from "./processes.ts";

/** A program that serves a site here, at its own address. */
export interface StartedHost {
  /** Including the site's base path. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Whether a server answers at this address. */
export const answers = (url: string) => async (): Promise<boolean> =>
  (await sendRaw(url, { method: "GET", target: "/api/v1/site-settings" })).status === 200;

export async function startInFolder(
  { prefix, base = "" }: { readonly prefix: string; readonly base?: string | undefined },
  run: (dir: string, port: number, url: string) => Promise<{ stop(): Promise<void> }>,
): Promise<StartedHost> {
  const dir = await mkdtemp(join(tmpdir(), prefix));
  const remove = (): Promise<void> => rm(dir, { recursive: true, force: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${base}`;
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

export interface WebServerSite {
  readonly distDir: string;
  readonly secret?: string;
  /** The site's base path. Default: none. */
  readonly base?: string;
  /** The owner's own lines in the server's block, in the server's language. */
  readonly own?: string;
}

/**
 * The folder from which a web server sends files. If the site has a base, the built site is a
 * folder inside it.
 */
export async function toWebRoot(dir: string, { distDir, base = "" }: WebServerSite): Promise<string> {
  if (base === "") return distDir;
  await mkdir(dirname(join(dir, "root", base)), { recursive: true });
  await symlink(distDir, join(dir, "root", base));
  return join(dir, "root");
}

/** In names of variables and snippets. */
/** The server's block of an owner who includes Octavo's file. */
function serverBlock(port: number, root: string, { distDir, secret = "", own = "", base = "" }: WebServerSite): string {
  return `server {
    listen 127.0.0.1:${port};
    root ${root};
    ${base === "" ? "" : "large_client_header_buffers 4 32k;"}
    include ${distDir}/_hosts/nginx/octavo.conf;
    set $${toNamesBelow(base).prefix}proxy_secret '${secret}';
    ${own}
  }`;
}

/**
 * @param toServer the server's block; default: one that includes Octavo's file, with the owner's
 * lines
 */
export function startNginx(
  site: WebServerSite,
  toServer = (port: number, root: string): string => serverBlock(port, root, site),
): Promise<StartedHost> {
  return startInFolder({ prefix: "octavo-nginx-", base: site.base }, async (dir, port, url) => {
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${dir}/${name};`);
    const config = `daemon off; master_process off; pid ${dir}/pid; error_log stderr warn;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${temporary.join("\n  ")}
  ${toServer(port, await toWebRoot(dir, site))}
}
`;
    await writeFile(join(dir, "nginx.conf"), config);
    return startProcess({ command: "nginx", args: ["-c", join(dir, "nginx.conf"), "-p", dir], ready: answers(url) });
  });
}

function caddySite(port: number, root: string, { distDir, own = "", base = "" }: WebServerSite): string {
  return `import ${distDir}/_hosts/caddy/octavo.caddy
http://127.0.0.1:${port} {
	root * ${root}
	import ${toNamesBelow(base).whole}
	${own}
	file_server
}`;
}

/** @param toSite the site's block, as for `startNginx` */
export function startCaddy(
  site: WebServerSite,
  toSite = (port: number, root: string): string => caddySite(port, root, site),
): Promise<StartedHost> {
  const { secret = "", base = "" } = site;
  return startInFolder({ prefix: "octavo-caddy-", base }, async (dir, port, url) => {
    const config = `{
	admin off
	auto_https off
}
${toSite(port, await toWebRoot(dir, site))}
`;
    await writeFile(join(dir, "Caddyfile"), config);
    return startProcess({
      command: "caddy",
      args: ["run", "--adapter", "caddyfile", "--config", join(dir, "Caddyfile")],
      env: { OCTAVO_PROXY_SECRET: secret, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
      ready: answers(url),
    });
  });
}
