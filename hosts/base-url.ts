import { MANIFEST_FILE } from "../contract/paths.ts";
import type { ReadFile } from "../edge/read-file.ts";

/** The base that problem types are below, of the built site; null: there is none. Never rejects. */
export async function readProblemBaseUrl(read: ReadFile): Promise<string | null> {
  try {
    const bytes = await read(MANIFEST_FILE);
    const manifest: { site?: { baseUrl?: unknown; problemBaseUrl?: unknown } } =
      bytes === null ? {} : JSON.parse(new TextDecoder().decode(bytes));
    const base = manifest.site?.problemBaseUrl ?? manifest.site?.baseUrl;
    return typeof base === "string" ? base : null;
  } catch {
    return null;
  }
}
