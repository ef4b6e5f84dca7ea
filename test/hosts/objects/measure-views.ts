import type { MeasuredObject } from "./measured-object.ts";
import { MANY_POSTS } from "./object-server.ts";

/** Longer than the retention of raw events and of every other row of a view, in ms. */
const KEPT_MS = 120 * 86_400_000;
const HOUR_MS = 3_600_000;

export const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

export function record(server: MeasuredObject, events: readonly object[], visitor = 0): Promise<Response> {
  const address = `10.${visitor >> 8}.${visitor & 255}.1`;
  return server.send("POST", "/engagement", { events }, { "X-Test-Client": address });
}

/** A visitor reads one of twenty posts: two requests. A third of the visitors read a second one. */
async function view(server: MeasuredObject, n: number): Promise<void> {
  const slug = MANY_POSTS[(n * 7) % MANY_POSTS.length];
  const visitor = n % 3 === 0 ? n : n - 1;
  const of = { slug, path: `/posts/${slug}` };
  const referrer = n % 2 === 0 ? { referrer: "https://search.example/" } : {};
  const answers = [
    await record(server, [{ type: "post_view", id: idOf(2 * n), ...of, ...referrer }], visitor),
    await record(server, [{ type: "read_progress", id: idOf(2 * n + 1), percent: 80, activeMs: 40_000, ...of }], visitor),
  ];
  for (const { status } of answers) if (status !== 202) throw new Error(`engagement was answered ${status}`);
}

/**
 * Rows that a view and its reading cost a new object: when they are recorded, and after all of them
 * have expired.
 */
export async function measureViews(
  server: MeasuredObject,
  everyMs: number,
  views: number,
): Promise<{ readonly written: number; readonly deleted: number }> {
  // The first day's rows of labels and figures exist.
  for (let n = 0; n < MANY_POSTS.length; n += 1) await view(server, 100_000 + n);
  await server.owner("engagement.summary", { fromDay: "2026-03-01", toDay: "2026-03-01" });
  const before = await server.rows();
  for (let n = 0; n < views; n += 1) {
    await server.advance(everyMs);
    await view(server, n);
  }
  await server.advance(HOUR_MS);
  const written = await server.rows();
  await server.advance(KEPT_MS);
  return { written: (written - before) / views, deleted: ((await server.rows()) - written) / views };
}
