import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { findFreePort } from "./nginx.ts";

/** Debian's mail server, with its own queue and mailbox. Only root can start it. */
export interface Postfix {
  readonly port: number;
  /** Delivered emails in the order of their arrival. */
  mails(): Promise<Email[]>;
  stop(): Promise<void>;
}

/** The owner of the mailbox. */
const NOBODY = "65534";

/** Services of Debian's own master.cf that a delivery on this machine needs. */
const SERVICES = [
  ["pickup", "unix", "n", "-", "n", "60", "1", "pickup"],
  ["cleanup", "unix", "n", "-", "n", "-", "0", "cleanup"],
  ["qmgr", "unix", "n", "-", "n", "300", "1", "qmgr"],
  ["rewrite", "unix", "-", "-", "n", "-", "-", "trivial-rewrite"],
  ["bounce", "unix", "-", "-", "n", "-", "0", "bounce"],
  ["defer", "unix", "-", "-", "n", "-", "0", "bounce"],
  ["error", "unix", "-", "-", "n", "-", "-", "error"],
  ["retry", "unix", "-", "-", "n", "-", "-", "error"],
  ["virtual", "unix", "-", "n", "n", "-", "-", "virtual"],
  ["anvil", "unix", "-", "-", "n", "-", "1", "anvil"],
  ["postlog", "unix-dgram", "n", "-", "n", "-", "1", "postlogd"],
] as const;

/** @param domain all of its addresses share one mailbox */
export async function startPostfix(program: string, domain: string): Promise<Postfix> {
  const dir = await mkdtemp(join(tmpdir(), "octavo-postfix-"));
  // Its processes run as other users.
  await chmod(dir, 0o755);
  const path = (name: string): string => join(dir, name);
  for (const name of ["etc", "queue", "data", "mail"]) await mkdir(path(name));
  execFileSync("chown", [NOBODY, path("mail")]);
  execFileSync("chown", ["postfix", path("data")]);
  const port = await findFreePort();
  await writeFile(path("etc/main.cf"), toMainConfiguration(path, domain));
  const smtpd = [`127.0.0.1:${port}`, "inet", "n", "-", "n", "-", "-", "smtpd"];
  await writeFile(path("etc/master.cf"), [smtpd, ...SERVICES].map((fields) => `${fields.join(" ")}\n`).join(""));
  const child = spawn(program, ["-c", path("etc"), "start-fg"], { stdio: "ignore" });
  await untilItAnswers(port, child, path("log"));
  return {
    port,
    mails: async () => {
      const names = await readdir(path("mail/owner/new")).catch(() => []);
      const files = await Promise.all(names.map((name) => readFile(path(`mail/owner/new/${name}`))));
      const mails = await Promise.all(files.map((file) => PostalMime.parse(file)));
      return mails.sort((a, b) => (a.date ?? "").localeCompare(b.date ?? ""));
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      execFileSync(program, ["-c", path("etc"), "abort"], { stdio: "ignore" });
      await ended;
      await rm(dir, { recursive: true });
    },
  };
}

function toMainConfiguration(path: (name: string) => string, domain: string): string {
  const settings = {
    compatibility_level: "3.6",
    queue_directory: path("queue"),
    data_directory: path("data"),
    command_directory: "/usr/sbin",
    daemon_directory: "/usr/lib/postfix/sbin",
    mail_owner: "postfix",
    setgid_group: "postdrop",
    maillog_file: path("log"),
    maillog_file_prefixes: path("log"),
    myhostname: `mail.${domain}`,
    mydestination: "",
    inet_interfaces: "127.0.0.1",
    mynetworks: "127.0.0.0/8",
    alias_maps: "",
    local_recipient_maps: "",
    smtputf8_enable: "no",
    virtual_mailbox_domains: domain,
    virtual_mailbox_base: path("mail"),
    virtual_mailbox_maps: "static:owner/",
    virtual_uid_maps: `static:${NOBODY}`,
    virtual_gid_maps: `static:${NOBODY}`,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join("");
}

/** @throws Error with postfix's output if it ended instead */
async function untilItAnswers(port: number, child: ChildProcess, log: string): Promise<void> {
  const ended = new Promise<never>((_, reject) => {
    child.once("exit", async (code) => {
      const said = await readFile(log, "utf8").catch(() => "no log");
      reject(new Error(`postfix ended with ${code}: ${said}`));
    });
  });
  ended.catch(() => {});
  const accepted = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("data", () => resolve(socket.destroy() !== undefined));
      socket.once("error", () => resolve(false));
      socket.once("close", () => resolve(false));
    });
  while (!(await Promise.race([accepted(), ended])));
}
