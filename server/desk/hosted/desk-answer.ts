import { putBelow, putLinksBelow } from "../../../contract/text/base-path.ts";
import { toSandboxHeaders } from "../../http/pages/page-document.ts";
import type { DeskAddress } from "./desk-address.ts";

/**
 * A page that uses passkeys cannot be sandboxed. Where the site's pages share its origin, they may
 * read it and press its buttons, so it shows nothing private: no names, texts, form tokens or
 * addresses of the desk.
 */
export interface PasskeyPage {
  readonly passkeyPage: Response;
}

export type DeskAnswer = Response | PasskeyPage;

const REFRESH = 'content="0;url=/';

/** Adds the desk's own base path to the paths in an answer, and sandboxes it if the origin is shared. */
export async function finishDeskAnswer({ base, isShared }: DeskAddress, answer: DeskAnswer): Promise<Response> {
  const response = answer instanceof Response ? answer : answer.passkeyPage;
  const headers = new Headers(response.headers);
  if (isShared && answer instanceof Response)
    for (const [name, value] of Object.entries(toSandboxHeaders(headers.get("Content-Security-Policy")))) headers.set(name, value);
  const location = headers.get("Location");
  if (location !== null) headers.set("Location", putBelow(base, location));
  if (base === "" || !headers.get("Content-Type")?.startsWith("text/html"))
    return new Response(response.body, { status: response.status, headers });
  // All texts are escaped, so these quotes are ours. Scripts and styles contain no such address.
  const html = putLinksBelow(base, await response.text()).replaceAll(REFRESH, `${REFRESH.slice(0, -1)}${base}/`);
  return new Response(html, { status: response.status, headers });
}
