import type { PostLink } from "../../contract/schemas/post.ts";
import type { Owner } from "../owner/owner-operation.ts";
import type { FindTitle } from "../report/report-model.ts";
import type { DeskSession } from "./desk-gate.ts";
import type { DeskPage } from "./desk-html.ts";

/** Data and tools for rendering a page of the desk. */
export interface DeskContext {
  readonly owner: Owner;
  readonly session: DeskSession;
  /** The site's time zone (IANA); UTC if it is not known. */
  readonly timeZone: string;
  /** ms since 1970. */
  readonly now: number;
  /** Names of the server's channels for messages to the owner; null if another process has them. */
  readonly channels: readonly string[] | null;
  /** Title and page of a post; null if the post is unknown here. */
  findPost(slug: string): Promise<PostLink | null>;
  /** Finds the title of a post or another document. */
  readonly findTitle: FindTitle;
}

/** The page to open next, with a notice in the session; or a page on which to correct the form. */
export type ActionAnswer = { readonly location: string; readonly cookie?: string } | { readonly page: DeskPage };

/** A form of the desk as it was sent. */
export interface DeskForm {
  /** The record's id, from the address; "" if the address names none. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}
