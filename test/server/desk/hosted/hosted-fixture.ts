import type { DeskTimer } from "../../../../server/desk/hosted/desk-answer.ts";
import type { NoticeSender, OwnerMessage } from "../../../../server/notices/owner-message.ts";
import type { Store } from "../../../../server/store/store.ts";
import { createFixture, type Fixture, SITE } from "../../api-fixture.ts";

export const DESK = "https://desk.ines.example";

/** The headers of a browser whose user opens a page. */
export const OPENED = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none" };
/** The same for a form of the desk's own page. */
const SENT = {
  ...OPENED,
  "Sec-Fetch-Site": "same-origin",
  Origin: DESK,
  "Content-Type": "application/x-www-form-urlencoded",
};

/** The same for a form of a sandboxed page. */
const SENT_SANDBOXED = { ...SENT, "Sec-Fetch-Site": "cross-site", Origin: "null" };
/** Where the forms of pages outside the sandbox are sent. */
const FROM_PASSKEY_PAGES = /\/(?:sign-in(?:\/mail)?|confirm|access\/passkey\/new)$/;

export interface DeskFixture extends Fixture {
  /** Messages that were sent by mail. */
  readonly mails: OwnerMessage[];
  browser(peer?: string): DeskBrowser;
}

/** A browser that keeps the desk's cookies. */
export interface DeskBrowser {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
}

/** A server with the desk on its own host name, or below `path` of the site. */
export function createDeskFixture({
  path = null,
  mail = true,
  store = (real) => real,
  timer = { now: () => 0, wait: async () => undefined },
}: {
  readonly path?: string | null;
  readonly mail?: boolean;
  readonly store?: (real: Store) => Store;
  readonly timer?: DeskTimer;
} = {}): DeskFixture {
  const mails: OwnerMessage[] = [];
  const sender: NoticeSender = { channel: "mail", secrets: [], send: async (message) => void mails.push(message) };
  const place = path === null ? ({ kind: "host", origin: DESK } as const) : ({ kind: "path", path } as const);
  const fixture = createFixture({ store, desk: { place, senders: mail ? [sender] : [], script: "", warnings: () => [], timer } });
  const origin = path === null ? DESK : SITE;
  const browser: DeskFixture["browser"] = (peer = "192.0.2.1") => {
    const cookies = new Map<string, string>();
    const ask = async (method: string, path: string, headers: Record<string, string>, body?: string): Promise<Response> => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fixture.send(method, origin + path, {
        headers: { Host: new URL(origin).host, ...(cookie === "" ? {} : { Cookie: cookie }), ...headers },
        peer,
        ...(body === undefined ? {} : { body }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "") cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    };
    return {
      cookies,
      get: (path, headers = {}) => ask("GET", path, { ...OPENED, ...headers }),
      post: (to, fields, headers = {}) => {
        const sent = path === null || FROM_PASSKEY_PAGES.test(to) ? { ...SENT, Origin: origin } : SENT_SANDBOXED;
        return ask("POST", to, { ...sent, ...headers }, String(new URLSearchParams(fields)));
      },
    };
  };
  return { ...fixture, mails, browser };
}

/** Signs in a browser with a mailed link. */
export async function signIn({ mails }: DeskFixture, browser: DeskBrowser, base = ""): Promise<void> {
  await browser.get(`${base}/sign-in`);
  await browser.post(`${base}/sign-in/mail`, {});
  await browser.post(`${base}/sign-in/link`, { token: tokenOf(mails.at(-1)) });
}

export function tokenOf(message: OwnerMessage | undefined): string {
  return /sign-in\/(\S+)/.exec(message?.privateText ?? "")?.[1] ?? "";
}

export async function formTokenOf(response: Response): Promise<string> {
  return fieldOf(await response.text(), "form");
}

/** The value of a hidden field, or of a passkey's challenge. */
export function fieldOf(page: string, name: string): string {
  const pattern = name === "challenge" ? /challenge&quot;:&quot;([\w-]+)/ : new RegExp(`name="${name}" value="([^"]+)"`);
  return pattern.exec(page)?.[1] ?? "";
}

/** Opens the page for a new passkey, as its button does. */
export async function openCreation(browser: DeskBrowser, base = ""): Promise<{ readonly page: string; readonly challenge: string }> {
  const access = await (await browser.get(`${base}/access`)).text();
  const response = await browser.post(`${base}/access/passkey`, { form: fieldOf(access, "form"), ticket: fieldOf(access, "ticket") });
  const page = await response.text();
  return { page, challenge: fieldOf(page, "challenge") };
}

/** An address, or a page with addresses, without the marks of a sandboxed page. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/(?<=\?)mark=[\w.-]+(?:&amp;|&)?/g, "").replaceAll(/\?(?=["#]|$)/g, "");
}
