import { COMMENTS_PAGE_SIZE_DEFAULT } from "../contract/limits.ts";
import { toThreadsAnswer } from "./comment-answers.ts";
import type { SnapshotSmallPost } from "./snapshot-format.ts";
import type { SnapshotSource } from "./snapshot-packs.ts";
import { openSnapshotPost, readSnapshotPage } from "./snapshot-thread.ts";

/** A post whose slug is known, as whoever makes a snapshot has it. */
export interface NamedPost extends SnapshotSmallPost {
  readonly slug: string;
}

export interface NamedSnapshotSource extends SnapshotSource {
  posts(): AsyncIterable<NamedPost>;
}

/** What a host without a program answers: the first page, in the default order. */
export async function toFirstPage(post: SnapshotSmallPost): Promise<string> {
  const query = { page: 1, pageSize: COMMENTS_PAGE_SIZE_DEFAULT, sort: "oldest" } as const;
  const page = await readSnapshotPage(openSnapshotPost(post), query, () => Promise.reject(new Error("a post in memory has no chunks")));
  if (page === null) throw new Error("a page without parentId is never null");
  return JSON.stringify(toThreadsAnswer(page, { commentsPage: query.page, commentsPageSize: query.pageSize }, "", []).value);
}
