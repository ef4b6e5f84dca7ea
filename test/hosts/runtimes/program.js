// Calls of a front end to octavo-client, the same in each runtime: client-runtimes.test.ts compares
// the output.
import { createClient, OctavoError } from "octavo-client";

const failureOf = (promise) =>
  promise.then(
    () => "it did not fail",
    (error) => (error instanceof OctavoError ? `${error.problem.code} ${error.problem.status}` : `${error.name}: ${error.message}`),
  );

async function collect(items) {
  const all = [];
  for await (const item of items) all.push(item);
  return all;
}

/** @param closedUrl an address where nothing listens */
export async function run({ baseUrl, closedUrl }) {
  const statuses = [];
  const client = createClient({ baseUrl, cache: 10, onResponse: ({ status }) => statuses.push(status) });
  const { items } = await client.posts.list({ tag: ["weaving"], pageSize: 3 });
  const slug = items[0].slug;
  const post = await client.posts.get(slug);
  const again = await client.posts.get(slug);

  const before = await client.likes.get(slug);
  const like = await client.likes.add(slug);
  const kept = (await client.likes.get(slug)).liked;
  const taken = await client.likes.remove(slug);

  const text = `A *fine* piece, see ${baseUrl}`;
  const comment = await client.comments.submit(slug, { authorName: "Ada", body: text });
  const edited = await client.comments.edit(slug, comment.id, { body: "A finer piece" }, { editToken: comment.editToken });
  const refused = await failureOf(
    client.comments.edit(slug, comment.id, { body: "?" }, { editToken: comment.editToken.replace(/.$/, "~") }),
  );
  const withdrawn = await client.comments.withdraw(slug, comment.id, { editToken: comment.editToken });
  const inquiry = await client.inquiries.submit({ email: "ada@ada.example", message: "Two metres, in blue?" });
  const engagement = await client.engagement.send({ type: "post_view", slug });

  const stopped = new AbortController();
  const waiting = client.posts.get("never", { signal: stopped.signal }).catch((error) => error === stopped.signal.reason);
  stopped.abort();
  return {
    statuses,
    list: items.map(({ title, publishedAt }) => [title, publishedAt]),
    post: [post.title, post.bodyText.length, post.tags.map(({ name }) => name)],
    again: JSON.stringify(again) === JSON.stringify(post),
    all: (await collect(client.posts.all({ pageSize: 9 }))).length,
    search: (await client.search({ q: "tide" })).items.map(({ slug: found }) => found),
    like: [before.liked, like.liked, like.likeCount - before.likeCount, taken.liked],
    likeKept: kept,
    comment: [comment.status, comment.bodyHtml.replaceAll(baseUrl, "BASE"), edited.bodyHtml, refused, withdrawn === undefined],
    inquiry: inquiry.status,
    engagement,
    missing: await failureOf(client.posts.get("no-such-post")),
    invalid: await failureOf(client.posts.list({ page: 0, pageSize: 1000 })),
    mistake: await failureOf(client.posts.list({ tags: "weaving" })),
    late: await failureOf(client.posts.get("never", { timeout: 200, retries: 0 })),
    aborted: await waiting,
    closed: await failureOf(createClient({ baseUrl: closedUrl, retries: 0 }).posts.list()),
    elsewhere: await failureOf(createClient({ baseUrl: baseUrl.replace("/api/v1", "/nothing-there") }).posts.list()),
  };
}

/** For a page whose origin may not send likes. */
export async function tryLike({ baseUrl }) {
  const client = createClient({ baseUrl, retries: 0 });
  const { name } = await client.site.settings();
  const slug = (await client.posts.list()).items[0].slug;
  const { status } = await client.comments.submit(slug, { authorName: "Bo", body: "From another origin" });
  const { code, detail } = await client.likes.add(slug).catch(({ problem }) => problem);
  return { name, status, code, detail };
}
