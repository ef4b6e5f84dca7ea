import type { z } from "zod";
import type { Method, RouteName } from "../paths.ts";
import type { ProblemCode } from "../problems.ts";

export type RequestHeader = "If-None-Match" | "Idempotency-Key" | "X-Edit-Token";
export type OperationTag = "Posts" | "Comments" | "Likes" | "Portfolio" | "Services" | "Site" | "Search" | "Engagement" | "About this API";

export const OPERATION_TAGS: Readonly<Record<OperationTag, string>> = {
  Posts: "Posts, their series, categories and authors.",
  Comments: "Visitors' comments on posts. Each is shown once the owner has approved it.",
  Likes: "One per visitor and post. A cookie, set by the first like, identifies the visitor.",
  Portfolio: "Projects, books and photos of the owner.",
  Services: "The owner's services, and inquiries about them.",
  Site: "The site itself and its owner.",
  Search: "Full-text search over all kinds of content.",
  Engagement: "Records that pages send about their readers, and the counts made from them.",
  "About this API": "This document and the texts of the problem types.",
};

/** A successful response. */
export interface Success {
  readonly status: 200 | 201 | 202 | 204;
  readonly description: string;
  /** Null if it has no body. */
  readonly schema: z.ZodType | null;
  /** Default `application/json`. */
  readonly mediaType?: "application/atom+xml" | "text/markdown";
}

export interface ProblemAnswer {
  readonly status: number;
  readonly code: ProblemCode;
}

/** An operation on a path that every site has. */
export interface Operation {
  /** `operationId` in the OpenAPI document. */
  readonly id: string;
  /**
   * Name in the client, the tools and MCP: `posts.list` is `client.posts.list()` and `octavo-tools
   * posts list`.
   */
  readonly name: `${string}.${string}` | "search";
  readonly route: RouteName;
  readonly method: Method;
  readonly tag: OperationTag;
  /** One line. */
  readonly summary: string;
  /** CommonMark. */
  readonly description: string;
  readonly body: { readonly schema: z.ZodType; readonly mediaTypes: readonly string[] } | null;
  /** Headers of the request, each required or not. */
  readonly requestHeaders: readonly { readonly name: RequestHeader; readonly required: boolean }[];
  readonly success: Success;
  /** Whether it answers 304 to a matching If-None-Match. */
  readonly conditional: boolean;
  /** Whether the response has a `Link` header to other pages. */
  readonly paged: boolean;
  /** Whether the response may set the visitor's cookie. */
  readonly setsCookie: boolean;
  /** Whether the response may come from a snapshot of public comments; a header then says so. */
  readonly hasSnapshot: boolean;
  readonly problems: readonly ProblemAnswer[];
}
