import { realpathSync } from "node:fs";
import { createManifestSource } from "../../../edge/manifest.ts";
import type { ReadFile } from "../../../edge/read-file.ts";
import { findDocumentOrList } from "../../../views/on-request/find-document-or-list.ts";
import { createPagesOnRequest } from "../../pages/pages-on-request.ts";
import type { PageHandler } from "../answer-outside-api.ts";
import { createCompression } from "../encoding/compress-answer.ts";
import { createListedFiles } from "./listed-files.ts";
import { createPageFiles } from "./page-files.ts";

export interface StandalonePagesOptions {
  /** Absolute. */
  readonly distDir: string;
  readonly base: string;
  readonly read: ReadFile;
}

/**
 * The pages of a website: the build's files, or pages made on request. For a site without pages,
 * there are none.
 */
export function createStandalonePages({ distDir, base, read }: StandalonePagesOptions): PageHandler {
  const folder = realpathSync(distDir);
  const manifests = createManifestSource({ read, maxAgeMs: 0, now: () => performance.now() });
  // The folder may contain anything else. Only the build's files are published.
  const files = createPageFiles({ base, folder, isPageFolder: () => true, isPublic: createListedFiles(folder) });
  const onRequest = createPagesOnRequest({ read, base, manifests, findPage: findDocumentOrList });
  const compress = createCompression();
  return async (request, pathname) => {
    if ((await manifests.get().catch(() => null))?.frame === undefined) return null;
    const page = (await files.find(request, pathname)) ?? (await onRequest.find(request, pathname)) ?? (await files.missing(request));
    return page === null ? null : compress(request, withoutLength(page));
  };
}

/** Bun adds the length of a file itself and would send it twice. */
function withoutLength(page: Response): Response {
  page.headers.delete("Content-Length");
  return page;
}
