import { toSiteFrame } from "../../../views/frame/site-frame.ts";
import type { FrameFile } from "../../../views/site-view.ts";
import { createFixture, type Fixture, type FixtureOptions, SITE } from "../api-fixture.ts";

/** A server whose site has pages, and a visitor's actions there without JavaScript. */

const SETTINGS = {
  ...{ name: "Ines", tagline: null, description: null, url: SITE, logo: null, favicon: null, accentColor: null },
  ...{ language: "en", locales: ["en"], timeZone: "UTC", author: null, footerLinks: [], social: [], navigation: [] },
  ...{ feeds: { rss: null, json: null }, commentsEnabled: true, replyNotices: false, updatedAt: null, pages: {} },
};

export function toFrame(settings: object = {}): FrameFile {
  const facts = {
    settings: { ...SETTINGS, ...settings } as unknown as FrameFile["settings"],
    ...{ sections: [], kinds: [], languages: {}, hasSearch: false, headHtml: "", footerHtml: "", isHidden: false },
    ...{ look: "book" as const, hasSchemeSwitch: false, hasWriteServer: true, hasFormPages: true, workerPages: null },
  };
  return { ...toSiteFrame(facts, []), missing: null, onRequest: false };
}

export function createFormFixture(options: FixtureOptions = {}, frame = toFrame()): Fixture {
  const fixture = createFixture(options);
  fixture.site.frame = frame;
  return fixture;
}

export interface Sent {
  readonly status: number;
  readonly location: string | null;
  readonly html: string;
  readonly headers: Headers;
}

export async function openPage(fixture: Fixture, path: string, headers: Record<string, string> = {}): Promise<Sent> {
  return toSent(await fixture.send("GET", SITE + path, { headers }));
}

export const tokenIn = (html: string): string => /name="form" value="([^"]+)"/.exec(html)?.[1] ?? "";

/** Waits as long as a typing person would, then sends the form of a page. */
export async function sendForm(
  fixture: Fixture,
  path: string,
  fields: Readonly<Record<string, string>>,
  { headers = {}, afterMs = 10_000, peer = "192.0.2.1" }: { headers?: Record<string, string>; afterMs?: number; peer?: string } = {},
): Promise<Sent> {
  const { html } = await openPage(fixture, path);
  fixture.clock.now += afterMs;
  const entries = Object.entries({ form: tokenIn(html), ...fields });
  const { body, type } = encodeForm(entries, /<form [^>]*enctype="multipart\/form-data"/.test(html));
  return toSent(await fixture.send("POST", SITE + path, { headers: { "Content-Type": type, Origin: SITE, ...headers }, body, peer }));
}

/** Encodes a form as browsers do. */
function encodeForm(
  entries: readonly (readonly [string, string])[],
  isMultipart: boolean,
): { readonly body: string; readonly type: string } {
  if (!isMultipart)
    return { body: new URLSearchParams(entries.map(([...entry]) => entry)).toString(), type: "application/x-www-form-urlencoded" };
  const boundary = "----octavo-test-boundary";
  const parts = entries.map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return { body: `${parts.join("")}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
}

async function toSent(response: Response): Promise<Sent> {
  const { status, headers } = response;
  return { status, location: headers.get("Location"), html: await response.text(), headers };
}
