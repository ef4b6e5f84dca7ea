import { API_PREFIX } from "../../contract/paths.ts";
import { SAMPLE_URL } from "../helpers/sample-site.ts";

/** A site below a path answers like one at the root, with its base in every address. */

/** A target of the suite below the base. Where the target asks for a page, the path of the page has the base too. */
export function putTargetBelow(base: string, target: string): string {
  if (base === "") return target;
  return base + target.replace(ASKED_PAGE, (_, before: string, page: string) => before + encodeURIComponent(base) + page);
}

const ASKED_PAGE = new RegExp(`^(${API_PREFIX}/resolve\\?(?:.*&)?path=(?:https?(?::|%3A)(?:/|%2F){2}[a-z.]+)?)((?:/|%2F).*)$`);

/**
 * The text and the headers of an answer as the site would give them at the root.
 * @param whole the answer with its body, whose length the headers state; differs for HEAD
 */
export async function takeBaseOff(base: string, response: Response, whole = response): Promise<{ text: string; headers: Headers }> {
  if (base === "") return { text: await response.text(), headers: response.headers };
  const plain = (text: string): string => text.replaceAll(SAMPLE_URL + base, SAMPLE_URL).replaceAll(`"${base}/`, '"/');
  const sent = await whole.clone().text();
  const headers = new Headers([...response.headers].map(([name, value]) => [name, plain(value)]));
  if (headers.get("Content-Length") === String(Buffer.byteLength(sent)))
    headers.set("Content-Length", String(Buffer.byteLength(plain(sent))));
  return { text: plain(await response.text()), headers };
}
