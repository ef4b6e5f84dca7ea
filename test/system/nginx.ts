import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";

export interface Nginx {
  readonly origin: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * nginx as a plain file host: no rule but the root.
 * @param options.own the owner's lines in the server block
 * @param options.tls files of a certificate, absolute: it then listens with TLS only
 * @param options.port default: a free one
 * @param options.dir for its configuration, logs and temporary files, absolute; created here
 */
export async function createNginx({
  program,
  root,
  dir,
  own = "",
  tls = null,
  port: wanted = null,
}: {
  program: string;
  root: string;
  dir: string;
  own?: string;
  tls?: { readonly certificate: string; readonly key: string } | null;
  port?: number | null;
}): Promise<Nginx> {
  await mkdir(join(dir, "temp"), { recursive: true });
  const port = wanted ?? (await findFreePort());
  const secure = tls === null ? "" : `ssl_certificate ${tls.certificate}; ssl_certificate_key ${tls.key};`;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${dir}/temp;`);
  // If root starts nginx, it becomes a user who may not read a test's folders.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const configuration = `${user} daemon off; worker_processes 1; pid ${dir}/nginx.pid; error_log ${dir}/error.log;
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types; access_log off; ${temporary.join(" ")}
  server { listen 127.0.0.1:${port}${tls === null ? "" : " ssl"}; ${secure} root ${root}; ${own} }
}
`;
  await writeFile(join(dir, "nginx.conf"), configuration);
  let child: ChildProcess | null = null;
  return {
    origin: `http${tls === null ? "" : "s"}://127.0.0.1:${port}`,
    async start() {
      child = spawn(program, ["-e", join(dir, "error.log"), "-c", join(dir, "nginx.conf")], { stdio: ["ignore", "ignore", "pipe"] });
      await answers(port, child);
    },
    async stop() {
      const running = child;
      child = null;
      if (running === null) return;
      const ended = new Promise((resolve) => running.once("exit", resolve));
      running.kill("SIGTERM");
      await ended;
    },
  };
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/**
 * Waits until the port accepts a connection. @throws Error with nginx's output if it ended instead
 */
async function answers(port: number, child: ChildProcess): Promise<void> {
  let said = "";
  child.stderr?.on("data", (text) => (said += text));
  const ended = new Promise<never>((_, reject) => child.once("exit", (code) => reject(new Error(`nginx ended with ${code}: ${said}`))));
  const accepted = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(socket.end() !== undefined));
      socket.once("error", () => resolve(false));
    });
  while (!(await Promise.race([accepted(), ended])));
}
