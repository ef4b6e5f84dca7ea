import { afterEach, beforeEach, expect, it } from "vitest";
import { createData, type DataFixture } from "../data-fixture.ts";
import { openDesk, type RunningDesk } from "./desk-client.ts";

let data: DataFixture;
let desk: RunningDesk;
beforeEach(async () => {
  data = await createData();
  await data.use(({ site }) => site.keep({ name: "Marsh", url: "https://marsh.example", timeZone: "UTC", author: null }));
  desk = await openDesk(data);
});
afterEach(async () => {
  await desk.end();
  await data.remove();
});

const stored = (id: string) => data.use(({ comments }) => comments.get(id));
const act = (id: string, form: Record<string, string>) => desk.send(`/comments/${id}`, { revision: "1", ...form });

async function replied(): Promise<{ readonly id: string; readonly own: string }> {
  const id = await data.comment();
  await act(id, { do: "reply", text: "Thank you" });
  const own = await data.use(({ comments }) => comments.list({ states: ["approved"], order: "newest", limit: 1 }));
  return { id, own: own[0]?.id ?? "" };
}

it("the desk shows how a reply would be published, and publishes nothing", async () => {
  const id = await data.comment();
  const page = await act(id, { do: "preview", text: "Thank *you* <script>x</script>" });
  expect(page.status).toBe(200);
  expect(page.text).toContain('aria-label="Preview" dir="auto"><p>Thank <em>you</em> &#x3C;script>x&#x3C;/script></p></section>');
  expect(page.text).toContain(">Thank *you* &lt;script&gt;x&lt;/script&gt;</textarea>");
  expect((await stored(id))?.state).toBe("pending");
  expect((await act(id, { do: "preview", text: " " })).status).toBe(422);
});

it("the desk returns to the list of a search after a reply that was previewed there", async () => {
  const id = await data.comment({ body: "casino" });
  const next = await data.comment({ body: "casino too" });
  const list = (await desk.ask("/?text=casino")).text;
  const action = new RegExp(`action="(/comments/${id}[^"]+)"`).exec(list)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const previewed = await desk.send(action, { revision: "1", do: "preview", text: "Thank *you*" });
  expect(previewed.text).toContain(`action="${action.replaceAll("&", "&amp;")}"`);
  const refused = await desk.send(action, { revision: "1", do: "reply", text: " " });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(`action="${action.replaceAll("&", "&amp;")}"`)]);
  const sent = await desk.send(action, { revision: "1", do: "reply", text: "Thank *you*" });
  expect([sent.status, sent.headers.location]).toEqual([303, `/?text=casino#c-${next}`]);
});

it("the desk changes the owner's own reply; visitors' comments have no such form", async () => {
  const { id, own } = await replied();
  expect((await desk.ask(`/comments/${id}`)).text).not.toContain('value="edit"');
  expect((await desk.ask(`/comments/${own}`)).text).toContain(">Thank you</textarea>");
  expect((await act(own, { do: "preview-edit", text: "Thank **you**" })).text).toContain("<p>Thank <strong>you</strong></p>");
  expect((await act(own, { do: "edit", text: "Thank **you**" })).status).toBe(303);
  expect(await stored(own)).toMatchObject({ body: "Thank **you**", revision: 2, state: "approved" });
  const stale = await act(own, { do: "edit", text: "From another window" });
  expect([stale.status, stale.text]).toEqual([422, expect.stringContaining("it is now at revision 2")]);
  await act(id, { do: "edit", text: "Mine" });
  expect((await desk.ask(`/comments/${id}`)).text).toContain("only your own public replies");
});

it("the desk moves a thread, and closes and reopens the comments of a post", async () => {
  const { id, own } = await replied();
  await act(own, { do: "move", post: "nowhere" });
  expect((await desk.ask(`/comments/${own}`)).text).toContain("nobody has commented on or liked a post named nowhere");
  await data.comment({ slug: "tides" });
  await act(own, { do: "move", post: "tides" });
  expect([(await stored(id))?.slug, (await stored(own))?.slug]).toEqual(["tides", "tides"]);
  await act(own, { do: "close" });
  expect((await desk.ask(`/comments/${own}`)).text).toContain('value="reopen"');
  expect(await data.use(({ threads }) => threads.isClosed("tides"))).toBe(true);
  await act(own, { do: "reopen" });
  expect(await data.use(({ threads }) => threads.isClosed("tides"))).toBe(false);
});
