import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import Database from "better-sqlite3";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { main } from "../../cli/main.ts";
import { deskLocations, deskServerLines } from "../../hosts/nginx/nginx-desk.ts";
import { nginxProxyLines } from "../../hosts/nginx/nginx-proxy.ts";
import { nginxBlock } from "../../hosts/nginx/nginx-syntax.ts";
import { createTestIo } from "../cli/test-io.ts";
import { type ApiProcess, createSystemSite, type SystemSite } from "./api-process.ts";
import { createNginx, findFreePort, type Nginx } from "./nginx.ts";

/** `*.localhost` resolves to this machine in Chromium. */
const DESK_NAME = "desk.localhost";
const PHONE = { width: 390, height: 800 };

/**
 * The desk as its owner has it: `octavo api` behind nginx with TLS, at its own name or on the
 * site's.
 */
export interface HostedDeskSite {
  readonly site: SystemSite;
  readonly api: ApiProcess;
  readonly origin: string;
  /** Prints a link as the owner does. */
  invite(): Promise<string>;
  /** Opens such a link, types its code if it has one, and presses its button. */
  useInvitation(page: Page): Promise<void>;
  /**
   * A page in its own browser context, at a phone's size, with an authenticator that verifies its
   * user.
   */
  open(browser: Browser, options?: Parameters<Browser["newContext"]>[0]): Promise<Phone>;
  /** Moves every confirmation five minutes into the past. */
  passFiveMinutes(): void;
  /** Makes notices of comments, which wait for a minute, due. */
  passMinuteOfNotices(): void;
  /** The same server under another name, which is not the desk's: for the owner's commands. */
  readonly elsewhere: string;
  /** File of the certificate for both names. */
  readonly certificate: string;
  stop(): Promise<void>;
  /** Starts both again after `stop`. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export interface Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly devtools: CDPSession;
  /** The phone's own authenticator. */
  readonly authenticatorId: string;
  /** Complaints of the browser. */
  readonly complaints: string[];
}

export interface HostedDeskOptions {
  readonly program: string;
  /** Serves the desk below that path of the site. Default: at its own name. */
  readonly path?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called before the server starts. @returns more variables of its environment */
  readonly prepare?: (site: SystemSite) => Promise<Readonly<Record<string, string>>>;
  /** More lines in nginx's server block. */
  readonly own?: string;
  /** Whether nginx accepts any service worker, until `restart`. Default: false. */
  readonly takesWorkersAtFirst?: boolean;
}

export async function createHostedDesk({
  program,
  path,
  env = {},
  own = "",
  takesWorkersAtFirst = false,
  prepare,
}: HostedDeskOptions): Promise<HostedDeskSite> {
  const site = await createSystemSite();
  const dir = site.path("nginx");
  mkdirSync(dir);
  const tls = { key: `${dir}/key.pem`, certificate: `${dir}/cert.pem` };
  makeCertificate(tls);
  const port = await findFreePort();
  const origin = `https://${DESK_NAME}:${port}`;
  const place = path === undefined ? { OCTAVO_DESK: origin } : { OCTAVO_DESK_PATH: path, OCTAVO_PUBLIC_URL: origin };
  const prepared = (await prepare?.(site)) ?? {};
  const options = { db: site.path("data/octavo.db"), env: { ...place, ...env, ...prepared } };
  let api = await site.start(options);
  let nginx: Nginx | null = await startNginx(api.port, takesWorkersAtFirst);
  const stop = async (): Promise<void> => {
    await nginx?.stop();
    if (nginx !== null) await api.stop();
    nginx = null;
  };

  async function startNginx(apiPort: number, takesWorkers: boolean): Promise<Nginx> {
    const server = `http://127.0.0.1:${apiPort}`;
    // The lines that `octavo build --host nginx` writes. The rest of its file answers with a site's
    // problems.
    const ofSite = [
      ...["set $octavo_proxy_secret '';", "location @octavo_away { return 503; }", "location @octavo_too_large { return 413; }"],
      ...nginxBlock("location ^~ /moderate/", nginxProxyLines(server, { cookies: true, secret: true, away: "@octavo_away" })),
    ];
    const lines =
      path === undefined
        ? deskServerLines(server)
        : [...ofSite, ...deskLocations({ base: "" }, { desk: { path }, server, reader: null, origins: [], folder: "dist" })];
    const taken = takesWorkers ? lines.filter((line) => !line.startsWith("if ($octavo_worker ")) : lines;
    const made = await createNginx({ program, root: site.path("dist"), dir, tls, port, own: [...taken, own].join("\n") });
    await made.start();
    return made;
  }

  const invite = async (): Promise<{ readonly url: string; readonly code: string | null }> => {
    // The server's clock is the real one.
    const io = createTestIo({ cwd: site.path("."), now: new Date().toISOString() });
    await main(["desk", "invite", "--quiet"], io);
    const [url = "", code = null] = io.out().trim().split("\ncode: ");
    return { url, code };
  };

  return {
    site,
    get api() {
      return api;
    },
    origin: path === undefined ? origin : origin + path,
    invite: async () => (await invite()).url,
    useInvitation: async (page) => {
      const { url, code } = await invite();
      await page.goto(url);
      if (code !== null) await page.fill("#code", code);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    },
    open: async (browser, contextOptions = {}) => {
      const context = await browser.newContext({ viewport: PHONE, ignoreHTTPSErrors: true, ...contextOptions });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (!message.text().includes("Cleared data types")) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      const devtools = await context.newCDPSession(page);
      await devtools.send("WebAuthn.enable");
      const authenticatorId = await addAuthenticator(devtools, "internal");
      return { context, page, devtools, complaints, authenticatorId };
    },
    passFiveMinutes: () => change(options.db, "UPDATE owner_session SET confirmed_at = confirmed_at - 300000"),
    passMinuteOfNotices: () => change(options.db, "UPDATE notice_event SET at = at - 60000"),
    elsewhere: `https://localhost:${port}`,
    certificate: tls.certificate,
    stop,
    restart: async () => {
      await stop();
      api = await site.start(options);
      nginx = await startNginx(api.port, false);
    },
    remove: async () => {
      await nginx?.stop();
      await site.remove();
    },
  };
}

/** Types the number on the page that the desk shows to visits from other pages. */
export async function openDesk(page: Page): Promise<void> {
  await page.waitForFunction(() => document.body.className === "" && document.querySelector("#number") !== null);
  await page.locator("#number").fill((await page.textContent("label b")) ?? "");
}

function change(db: string, sql: string): void {
  const database = new Database(db);
  database.prepare(sql).run();
  database.close();
}

/** @returns its id */
export async function addAuthenticator(devtools: CDPSession, transport: "internal" | "usb"): Promise<string> {
  const verified = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport, ...verified },
  });
  return authenticatorId;
}

function makeCertificate({ key, certificate }: { readonly key: string; readonly certificate: string }): void {
  const args = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", `/CN=${DESK_NAME}`, "-addext", `subjectAltName=DNS:${DESK_NAME},DNS:localhost`];
  execFileSync("openssl", [...args, ...names, "-keyout", key, "-out", certificate], { stdio: "pipe" });
}
