import type { ProblemCode } from "../../contract/problems.ts";
import type { Post, PostSummary } from "../../contract/schemas/post.ts";
import type { ListKind } from "../../kinds/list-kinds.ts";
import type { Book, Page, Photo, Project, ServiceOffering } from "../../packages/octavo-client/generated/api-types.ts";

/** Requests of a suite. Every host that serves the API runs the same suites. */

/**
 * The API's public base in the sample site: links and problem types begin with it, wherever it is
 * served.
 */
export const BASE_URL = "https://ines.example/api/v1";

/**
 * `plain`: with posts as Markdown. `counted`: without, but with COUNTS. `empty`: nothing was built.
 */
export type SiteName = "plain" | "counted" | "empty";

export interface SendOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly site?: SiteName;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /**
   * The body, typed as the OpenAPI document describes it; the answer has been checked against that
   * document.
   */
  json<T>(): T;
}

export interface Api {
  /**
   * Sends a request and checks the answer against the site's own OpenAPI document.
   * @param target below /api/v1, with the query, exactly as it is sent
   */
  send(target: string, options?: SendOptions): Promise<Answer>;
  /**
   * Everything published in the plain site, in the order of its unfiltered lists, as this API
   * answers it.
   */
  readonly catalog: Catalog;
}

/** A document as the list of any kind shows it. */
export interface Listed {
  readonly slug: string;
  readonly url: string;
  readonly tags: readonly { readonly slug: string; readonly name: string }[];
}

interface NamedLists {
  readonly posts: readonly PostSummary[];
  readonly projects: readonly Project[];
  readonly books: readonly Book[];
  readonly photos: readonly Photo[];
  /** With their bodies. */
  readonly pages: readonly Page[];
}

export interface Catalog extends NamedLists, Omit<Readonly<Record<ListKind, readonly Listed[]>>, keyof NamedLists> {
  readonly services: readonly ServiceOffering[];
  /** The whole posts, in the order of `posts`. */
  readonly documents: readonly Post[];
}

export interface ApiRequest extends SendOptions {
  /** The purpose of the request, as the end of a sentence. */
  readonly shows: string;
  readonly target: string;
  readonly status: number;
  /** Code of a problem. */
  readonly code?: ProblemCode;
  /** `parameter code` of each item of a problem's `errors`; in any order. */
  readonly errors?: readonly string[];
  /** The detail of at least one error must contain it. */
  readonly hint?: string;
  readonly check?: (answer: Answer, api: Api) => void | Promise<void>;
}

/** A query with an error. */
export function wrongQuery(target: string, errors: readonly string[], shows = errors.join(" and "), hint?: string): ApiRequest {
  return { target, status: 400, code: "validation-error", errors, shows, ...(hint === undefined ? {} : { hint }) };
}
