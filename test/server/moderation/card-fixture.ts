import { siteOfApi } from "../../../contract/text/base-path.ts";
import type { CardLink } from "../../../server/moderation/moderation-token.ts";
import { createModerationTokens } from "../../../server/moderation/moderation-token.ts";
import { BASE, type Fixture } from "../api-fixture.ts";

/** The link in a message. */
export function linkOf({ keys, clock }: Fixture, link: CardLink): string {
  return createModerationTokens(keys, () => clock.now).link(link, siteOfApi(BASE));
}

/** The hidden fields of the form with the given button, as a browser would send them. */
export async function fieldsOf(fixture: Fixture, url: string, button = "<button"): Promise<Record<string, string>> {
  const html = await (await fixture.send("GET", url)).text();
  const form = [...html.matchAll(/<form[\s\S]*?<\/form>/g)].map(([text]) => text).find((text) => text.includes(button)) ?? "";
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** Sends a page's form from a browser that opened the page through a link in an email. */
export function press(
  fixture: Fixture,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fixture.send("POST", url, {
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Sec-Fetch-Site": "same-origin",
      "Sec-Fetch-Dest": "document",
      Origin: "null",
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });
}

/** The page that a form's answer leads to. */
export async function follow(fixture: Fixture, url: string, answer: Response): Promise<string> {
  const to = new URL(answer.headers.get("Location") ?? "", url);
  return (await fixture.send("GET", to.href, { headers: { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "same-origin" } })).text();
}
