import { API_PREFIX, MANIFEST_FILE } from "../contract/paths.ts";
import type { ReadFile } from "../edge/files.ts";

/** The API's public base, of the built site where there is one, so that a problem's type leads to a page. Never rejects. */
export async function readBaseUrl(read: ReadFile, request: Request): Promise<string> {
  const fallback = new URL(API_PREFIX, request.url).href;
  try {
    const bytes = await read(MANIFEST_FILE);
    const manifest: { site?: { baseUrl?: unknown } } = bytes === null ? {} : JSON.parse(new TextDecoder().decode(bytes));
    return typeof manifest.site?.baseUrl === "string" ? manifest.site.baseUrl : fallback;
  } catch {
    return fallback;
  }
}
