import { PREVIEW_PREFIX, staticFileOf } from "../../contract/static-files.ts";
import { pathBelow } from "../../contract/text/base-path.ts";
import { createManifestSource } from "../../edge/manifest.ts";
import type { ReadFile } from "../../edge/read-file.ts";
import { findDocumentOrList } from "../../views/on-request/find-document-or-list.ts";
import type { Refuse } from "../problem-response.ts";
import { createPagesOnRequest } from "./pages-on-request.ts";

/** Answers a path outside the API. */
export type AnswerFiles = (request: Request, pathname: string) => Promise<Response>;

export interface PageAnswerOptions {
  readonly read: ReadFile;
  readonly base: string;
  readonly manifestMaxAgeMs: number;
  /** Answers from the host's own files. */
  readonly answerFiles: AnswerFiles;
  readonly problem: Refuse;
}

/** Files of the host take precedence over pages at such paths. */
const FILE_NAME = /\.[^/]*$/;
const NOT_FOUND = 404;

/** The pages that the build left to programs, around the host's own files. */
export function createPageAnswers({ read, base, manifestMaxAgeMs, answerFiles, problem }: PageAnswerOptions): AnswerFiles {
  const manifests = createManifestSource({ read, maxAgeMs: manifestMaxAgeMs, now: () => performance.now() });
  const pages = createPagesOnRequest({ read, base, manifests, findPage: findDocumentOrList });
  const answer: AnswerFiles = async (request, pathname) => {
    const isPage = staticFileOf(pathname) === null && (request.method === "GET" || request.method === "HEAD");
    // Drafts by link are files.
    const isLikeFile = FILE_NAME.test(pathname) || pathBelow(PREVIEW_PREFIX, pathname) !== null;
    const page = isPage && !isLikeFile ? await pages.find(request, pathname) : null;
    if (page !== null) return page;
    const file = await answerFiles(request, pathname);
    if (!isPage || file.status !== NOT_FOUND) return file;
    await file.body?.cancel();
    const late = isLikeFile ? await pages.find(request, pathname) : null;
    return late ?? (await pages.missing(request)) ?? problem(request, "not-found");
  };
  return (request, pathname) =>
    answer(request, pathname).catch((error: unknown) => {
      console.error(error);
      return problem(request, "temporary-reduced-capacity");
    });
}
