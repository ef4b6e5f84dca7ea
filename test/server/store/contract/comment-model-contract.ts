import fc from "fast-check";
import { expect, test } from "vitest";
import type { CommentState, Decision, StoredCommentPage } from "../../../../server/store/comment-types.ts";
import type { Store } from "../../../../server/store/store.ts";
import type { CommentSort } from "../../../../threads/public-comments.ts";
import type { OpenStore } from "../helpers.ts";
import { newComment } from "../helpers.ts";

/** A comment in the naive model, which answers every query by going through all comments. */
interface Known {
  id: string;
  parent: Known | null;
  depth: number;
  state: CommentState;
  body: string;
  order: number;
  replies: Known[];
}

const isPublic = (comment: Known): boolean => comment.state === "approved";
const below = (comment: Known): Known[] => comment.replies.flatMap((reply) => [reply, ...below(reply)]);
const replyCount = (comment: Known): number => below(comment).filter(isPublic).length;
const isVisible = (comment: Known): boolean => isPublic(comment) || replyCount(comment) > 0;
const oldestFirst = (a: Known, b: Known): number => a.order - b.order;

/** The comment under which this one is shown: its nearest ancestor at depth 4 or less. */
function hang(comment: Known): Known | null {
  let above = comment.parent;
  while (above !== null && above.depth >= 5) above = above.parent;
  return above;
}

interface Shown {
  id: string;
  parentId: string | null;
  depth: number;
  body: string | null;
  deleted: boolean;
  replyCount: number;
  replies: Shown[];
}

function show(comment: Known, all: readonly Known[] | null): Shown {
  const replies = all === null ? [] : all.filter((other) => hang(other) === comment && isVisible(other)).sort(oldestFirst);
  return {
    id: comment.id,
    parentId: comment.parent?.id ?? null,
    depth: comment.depth,
    body: isPublic(comment) ? comment.body : null,
    deleted: !isPublic(comment),
    replyCount: replyCount(comment),
    replies: replies.map((reply) => show(reply, all)),
  };
}

function expectedPage(
  all: readonly Known[],
  sort: CommentSort,
  page: number,
  pageSize: number,
): { items: Shown[]; totalItems: number; totalComments: number } {
  const threads = all.filter((comment) => comment.parent === null && isVisible(comment)).sort(oldestFirst);
  if (sort !== "oldest") threads.reverse();
  if (sort === "popular") threads.sort((a, b) => replyCount(b) - replyCount(a));
  return {
    items: threads.slice((page - 1) * pageSize, page * pageSize).map((thread) => show(thread, all)),
    totalItems: threads.length,
    totalComments: all.filter(isPublic).length,
  };
}

function toShown(page: StoredCommentPage | null): unknown {
  const strip = (comments: StoredCommentPage["items"]): Shown[] =>
    comments.map(({ id, parentId, depth, body, deleted, replyCount: count, replies }) => ({
      id,
      parentId,
      depth,
      body,
      deleted,
      replyCount: count,
      replies: strip(replies),
    }));
  return page === null ? null : { items: strip(page.items), totalItems: page.totalItems, totalComments: page.totalComments };
}

type Step =
  | { do: "submit"; under: number; approve: boolean }
  | { do: "decide"; which: number; decision: Decision }
  | { do: "edit"; which: number }
  | { do: "withdraw"; which: number };

const index = fc.nat({ max: 1_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("submit" as const), under: fc.oneof(index, fc.constant(-1)), approve: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      which: index,
      decision: fc.constantFrom<Decision>("approve", "approve", "reject", "spam", "delete"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("edit" as const), which: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("withdraw" as const), which: index }) },
);

const LEADS: Record<Decision, { to: CommentState; from: CommentState[] }> = {
  approve: { to: "approved", from: ["pending", "rejected", "spam"] },
  reject: { to: "rejected", from: ["pending", "approved"] },
  spam: { to: "spam", from: ["pending", "approved"] },
  delete: { to: "deleted", from: ["pending", "approved", "rejected", "spam"] },
};

async function submitStep(store: Store, all: Known[], { under, approve }: Extract<Step, { do: "submit" }>, slug: string): Promise<void> {
  // Mostly replies to the latest comments, so that threads get deep.
  const parent = under < 0 || all.length === 0 ? null : (all[all.length - 1 - (under % Math.min(all.length, 4))] ?? null);
  const comment = newComment({ slug, parentId: parent?.id ?? null });
  const result = await store.comments.submit(comment);
  if (parent !== null && !isPublic(parent)) return expect(result).toEqual({ kind: "unknown-parent" });
  if (result.kind !== "accepted") throw new Error(result.kind);
  const known: Known = {
    id: result.id,
    parent,
    depth: Math.min(5, parent === null ? 0 : parent.depth + 1),
    state: "pending",
    body: comment.body,
    order: all.length,
    replies: [],
  };
  parent?.replies.push(known);
  all.push(known);
  if (approve) await decideStep(store, all, { do: "decide", which: all.length - 1, decision: "approve" });
}

async function decideStep(store: Store, all: Known[], { which, decision }: Extract<Step, { do: "decide" }>): Promise<void> {
  const known = all[which % all.length];
  if (known === undefined) return;
  const { to, from } = LEADS[decision];
  const result = await store.comments.decide({ id: known.id, revision: (await store.comments.get(known.id))?.revision ?? 0, decision });
  expect(result.kind).toBe(known.state === to ? "unchanged" : from.includes(known.state) ? "decided" : "not-allowed");
  if (result.kind === "decided") known.state = to;
}

async function editStep(store: Store, all: Known[], { which }: { which: number }, slug: string): Promise<void> {
  const known = all[which % all.length];
  if (known === undefined) return;
  const body = `${known.body}!`;
  const result = await store.comments.edit({
    slug,
    id: known.id,
    text: { body, bodyHtml: body, sanitizerVersion: 1 },
    verdict: { state: "pending" },
  });
  expect(result.kind).toBe(known.state === "deleted" ? "unknown" : "changed");
  if (known.state === "deleted") return;
  known.body = body;
  if (known.state === "approved") known.state = "pending";
}

async function withdrawStep(store: Store, all: Known[], { which }: { which: number }, slug: string): Promise<void> {
  const known = all[which % all.length];
  if (known === undefined) return;
  expect((await store.comments.withdraw({ slug, id: known.id })).kind).toBe(known.state === "deleted" ? "unknown" : "withdrawn");
  known.state = "deleted";
}

export function describeModel(open: OpenStore): void {
  test("whatever happens to comments, counts and pages match a naive model, and the file is sound", {
    timeout: 120_000,
  }, async () => {
    const { store, problems } = open({ fast: true });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), fc.integer({ min: 1, max: 4 }), async (steps, pageSize) => {
        run += 1;
        const slug = `post-${run}`;
        const all: Known[] = [];
        for (const one of steps) {
          if (one.do === "submit") await submitStep(store, all, one, slug);
          else if (one.do === "decide") await decideStep(store, all, one);
          else if (one.do === "edit") await editStep(store, all, one, slug);
          else await withdrawStep(store, all, one, slug);
        }
        for (const sort of ["oldest", "newest", "popular"] as const) {
          for (let page = 1; page <= all.length / pageSize + 1; page += 1) {
            expect(toShown(await store.comments.page({ slug, page, pageSize, sort }))).toEqual(expectedPage(all, sort, page, pageSize));
          }
        }
        for (const known of all) {
          const descendants = below(known).filter(isVisible).sort(oldestFirst);
          const expected = isVisible(known)
            ? {
                items: descendants.slice(0, 50).map((one) => show(one, null)),
                totalItems: descendants.length,
                totalComments: all.filter(isPublic).length,
              }
            : null;
          expect(toShown(await store.comments.page({ slug, page: 1, pageSize: 50, sort: "oldest", parentId: known.id }))).toEqual(expected);
        }
        expect((await store.counts.get(slug)).commentCount).toBe(all.filter(isPublic).length);
      }),
      { seed: 20_260_301, numRuns: 80 },
    );
    expect(await problems()).toEqual([]);
  });
}
