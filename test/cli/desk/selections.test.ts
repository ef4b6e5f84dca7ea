import { afterEach, beforeEach, expect, it } from "vitest";
import { createData, type DataFixture, NOW } from "../data-fixture.ts";
import { openDesk, type RunningDesk } from "./desk-client.ts";

const DAY = 86_400_000;

let data: DataFixture;
let desk: RunningDesk;
beforeEach(async () => {
  data = await createData();
  desk = await openDesk(data);
});
afterEach(async () => {
  await desk.end();
  await data.remove();
});

const counts = () => data.use(({ comments }) => comments.countsByState());
const state = async (id: string) => (await data.use(({ comments }) => comments.get(id)))?.state;

/** The fields of a form that has a button with this value, as a browser would send them. */
function readForm(html: string, button: string): Record<string, string> {
  const forms = html.split("<form ").slice(1);
  const form = forms.find((each) => each.includes(`name="do" value="${button}"`) && each.includes('action="/selection"')) ?? "";
  const fields = [...(form.split("</form>")[0] ?? "").matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return { ...Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value])), do: button };
}

async function press(html: string, button: string) {
  return desk.send("/selection", readForm(html, button));
}

it("the desk shows the comments that a search selects, and names invalid search terms", async () => {
  await data.comment({ body: "Best CASINO in town", authorName: "Rita" });
  await data.comment({ body: "A nice walk", at: NOW - 3 * DAY });
  await data.comment({ body: "[x](https://casino.example/a)", slug: "tides" });
  const bodies = async (query: string): Promise<string[]> =>
    [...(await desk.ask(`/?${query}`)).text.matchAll(/<div class="body" dir="auto">([^<]*)</g)].map(([, body = ""]) => body).sort();
  expect(await bodies("text=casino")).toEqual(["Best CASINO in town", "[x](https://casino.example/a)"]);
  expect(await bodies("author=rita")).toEqual(["Best CASINO in town"]);
  expect(await bodies("host=https://Casino.example/page")).toEqual(["[x](https://casino.example/a)"]);
  expect(await bodies("post=tides")).toEqual(["[x](https://casino.example/a)"]);
  expect(await bodies("days=2")).toEqual(["A nice walk"]);
  expect(await bodies("text=walk&post=tides")).toEqual([]);
  expect((await desk.ask("/?text=nowhere")).text).toContain("Nothing here matches the search.");
  for (const [query, problem] of [
    ["host=*[a", "is not a host"],
    ["post=No%20Slug", "is not a slug"],
    ["days=soon", "is not a number of days"],
  ] as const) {
    const page = await desk.ask(`/?${query}`);
    expect([page.status, page.text]).toEqual([422, expect.stringContaining(problem)]);
    expect(page.text).not.toContain('action="/selection"');
  }
});

it("the desk decides on a whole search after a confirmation, leaves later arrivals, and undoes it", async () => {
  const flood: string[] = [];
  for (let number = 0; number < 25; number += 1) flood.push(await data.comment({ body: `Casino ${number}` }));
  const walk = await data.comment({ body: "A nice walk" });
  const list = (await desk.ask("/?text=casino")).text;
  expect(list).toContain("1–20 of 25");
  const late = await data.comment({ body: "Casino, but later" });
  const question = (await press(list, "spam")).text;
  expect(question).toContain("<h1>Mark 25 comments as spam?</h1>");
  expect(question).toContain("and 22 more");
  expect((await counts()).spam).toBe(0);
  const done = (await press(question, "spam")).text;
  expect(done).toContain("<h1>Marked as spam: 25 comments</h1>");
  expect([await state(flood[24] ?? ""), await state(walk), await state(late)]).toEqual(["spam", "pending", "pending"]);
  expect((await press(done, "undo")).text).toContain("<h1>Undone: 25 comments</h1>");
  expect(await counts()).toMatchObject({ pending: 27, spam: 0 });
});

it("the desk deletes all spam permanently, and names a comment that was edited in the meantime", async () => {
  const spam = [await data.comment({ state: "spam" }), await data.comment({ state: "spam" }), await data.comment({ state: "spam" })];
  const waiting = await data.comment();
  const list = (await desk.ask("/?state=spam")).text;
  expect(list).toContain(">Delete all spam</button>");
  const question = (await press(list, "delete")).text;
  expect(question).toContain("This cannot be undone.");
  desk.io.advance(60_000);
  await data.use(
    ({ comments }) =>
      comments.edit({
        slug: "first-ice",
        id: spam[1] ?? "",
        text: { body: "An honest text", bodyHtml: "<p>An honest text</p>", sanitizerVersion: 1 },
        verdict: { state: "pending" },
      }),
    NOW + 30_000,
  );
  const done = (await press(question, "delete")).text;
  expect(done).toContain("<h1>Deleted: 2 comments</h1>");
  expect(done).toContain("An honest text");
  expect(done).not.toContain('value="undo"');
  expect([await state(spam[0] ?? ""), await state(spam[1] ?? ""), await state(waiting)]).toEqual(["deleted", "spam", "pending"]);
});

it("the desk refuses a selection that does not come from its own pages", async () => {
  await data.comment();
  const form = readForm((await desk.ask("/")).text, "approve");
  for (const changes of [{ newest: "x" }, { at: "-1" }, { now: "1e9" }, { host: "*[a" }, { do: "publish" }])
    expect((await desk.send("/selection", { ...form, ...changes, sure: "1" })).status, JSON.stringify(changes)).toBe(404);
  expect(
    (await desk.ask("/selection", { method: "POST", origin: `http://127.0.0.1:${desk.port}`, form: { ...form, form: "" } })).status,
  ).toBe(403);
  expect((await counts()).pending).toBe(1);
});
