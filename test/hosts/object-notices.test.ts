import { beforeAll, expect, it } from "vitest";
import { type HttpReceiver, startReceiver } from "../server/notices/receivers.ts";
import { record } from "./objects/measure-views.ts";
import { type MeasuredObject, prepareMeasuredObjects, type StartMeasuredObject } from "./objects/measured-object.ts";
import { closeAfterTest, makeObjectFolder } from "./objects/test-lifetime.ts";

/** Notices that an object sends itself, over HTTP, from its alarm. */

const MINUTE_MS = 60_000;
const VIEW = { type: "post_view", slug: "hello", path: "/posts/hello" };
let start: StartMeasuredObject;

beforeAll(async () => {
  start = await prepareMeasuredObjects();
});

/** An object with services on this machine: Resend fails `failures` times. */
async function startWithServices(failures: number, variables: Readonly<Record<string, string>> = {}) {
  let left = failures;
  const resend = await startReceiver((response) => {
    left -= 1;
    if (left >= 0) response.writeHead(500).end('{"name":"internal_server_error"}');
    else response.end('{"id":"e1"}');
  });
  const webhook = await startReceiver();
  const channels = {
    ...{ OCTAVO_MAIL_RESEND: "re_12345678", OCTAVO_MAIL_API: resend.url, OCTAVO_MAIL_TO: "ines@ines.example" },
    ...{ OCTAVO_WEBHOOK_URL: webhook.url, OCTAVO_WEBHOOK_SECRET: "s".repeat(40) },
  };
  const server: MeasuredObject = closeAfterTest(await start(makeObjectFolder(), { ...channels, ...variables }, { isOnline: true }));
  return { server, resend, webhook };
}

const bodiesOf = ({ posts }: HttpReceiver): readonly Record<string, unknown>[] =>
  posts.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

it("an object sends a comment's notice a minute later, once on each channel, and again on a channel that failed", async () => {
  const { server, resend, webhook } = await startWithServices(1, { OCTAVO_DESK_PATH: "/desk" });
  const sent = await server.send("POST", "/posts/hello/comments", { authorName: "Ada", body: "Hello from the **sea**" });
  const { id } = (await sent.json()) as { id: string };
  await server.advance(MINUTE_MS - 1);
  expect([resend.posts.length, webhook.posts.length]).toEqual([0, 0]);
  await server.advance(10_000);
  expect(resend.posts.map(({ path, headers }) => [path, headers.authorization])).toEqual([["/emails", "Bearer re_12345678"]]);
  expect(bodiesOf(webhook)).toMatchObject([{ data: { comments: [{ id, authorName: "Ada" }] } }]);

  // The object has lost its memory by now: the outbox is in the database.
  await server.sleep();
  await server.advance(MINUTE_MS);
  const [failed, again] = bodiesOf(resend);
  expect(again).toEqual(failed);
  expect(resend.posts[1]?.headers["idempotency-key"]).toBe(resend.posts[0]?.headers["idempotency-key"]);
  const text = String(again?.text);
  expect(text).toContain("Hello from the **sea**");
  // Without a machine, commands need the site's address.
  expect(text).toContain(`octavo comments approve ${id} --site https://ines.example`);
  expect(text).toContain(`https://ines.example/desk/comments/${id}`);

  await server.advance(24 * 60 * MINUTE_MS);
  expect([resend.posts.length, webhook.posts.length]).toEqual([2, 1]);
});

it("an object reports the day's rows once on each channel, and again on a channel that failed", async () => {
  // Alarms during the rest of the day must not reach the next limit.
  const { server, resend, webhook } = await startWithServices(1, { OCTAVO_ROWS_A_DAY: "600" });
  let taken = 0;
  while ((await record(server, [VIEW], taken)).status === 202) taken += 1;
  await server.advance(2 * MINUTE_MS);
  const refused = "engagement is refused until midnight UTC";
  expect(bodiesOf(webhook)).toMatchObject([{ data: { incident: "rows", state: "begun", message: expect.stringContaining(refused) } }]);
  const mails = bodiesOf(resend).map(({ text }) => String(text));
  expect(mails).toEqual([mails[0], mails[0]]);
  expect(mails[0]).toContain(refused);
  expect(mails[0]).toContain("OCTAVO_ROWS_A_DAY");
  expect(mails[0]).not.toContain("octavo doctor");

  // The incident ends after midnight, and the owner also gets a message about that. Later checks may
  // use up more of these few rows.
  await server.advance(13 * 60 * MINUTE_MS);
  const ofEngagement = ({ posts }: HttpReceiver) => posts.filter(({ body }) => body.includes(refused));
  expect(JSON.parse(ofEngagement(webhook)[1]?.body ?? "")).toMatchObject({ data: { incident: "rows", state: "over" } });
  expect([ofEngagement(resend).length, ofEngagement(webhook).length]).toEqual([3, 2]);
});

it("an object names the day's incidents in the daily digest", async () => {
  const { server, resend } = await startWithServices(0, { OCTAVO_ROWS_A_DAY: "600", OCTAVO_DIGEST: "13" });
  let taken = 0;
  while ((await record(server, [VIEW], taken)).status === 202) taken += 1;
  await server.advance(90 * MINUTE_MS);
  const digest = bodiesOf(resend).find(({ subject }) => String(subject).includes("0 waiting"));
  expect(String(digest?.text)).toContain("engagement is refused until midnight UTC");
});
