import { afterEach, beforeEach, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { createData, type DataFixture } from "../data-fixture.ts";
import { createTestIo } from "../test-io.ts";
import { openDesk, type RunningDesk } from "./desk-client.ts";

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

const page = async (query = ""): Promise<string> => (await desk.ask(`/blocking${query}`)).text;
const words = () => data.use(({ spamWords }) => spamWords.list());
const bans = () => data.use((store) => store.bans.list());

it("the desk adds and removes spam words, and offers waiting comments that contain them", async () => {
  expect(await page()).toContain("The list is empty.");
  for (const body of ["Best CASINO", "casinos!", "cheap pills", "A walk"]) await data.comment({ body });
  const added = await desk.send("/blocking", { do: "add-words", words: "Casino*\r\ncheap pills\r\n\r\nviagra" });
  expect(added.status).toBe(200);
  expect(added.text).toContain("<h1>3 words were added</h1>");
  expect(added.text).toContain('<a href="/?text=Casino">2 pending comments with <bdi>Casino</bdi></a>');
  expect(added.text).toContain('<a href="/?text=cheap+pills">1 pending comment with <bdi>cheap pills</bdi></a>');
  expect(added.text).not.toContain("viagra");
  expect((await desk.ask("/?text=Casino")).text).toContain("Mark 2 comments as spam");
  expect(await words()).toEqual(["casino*", "cheap pills", "viagra"]);
  await desk.send("/blocking", { do: "remove-word", word: "casino*" });
  expect(await page()).toContain("casino* was removed from the list");
  expect(await words()).toEqual(["cheap pills", "viagra"]);
});

it("the desk names entries that it does not add or search for", async () => {
  for (const text of [" \n# a comment", "x".repeat(201), Array.from({ length: 501 }, (_, at) => `w${at}`).join("\n")]) {
    expect((await desk.send("/blocking", { do: "add-words", words: text })).status).toBe(303);
    expect(await page()).toContain("nothing was added");
  }
  expect(await words()).toEqual([]);
  const many = Array.from({ length: 250 }, (_, at) => `word${String(at).padStart(3, "0")}`);
  expect((await desk.send("/blocking", { do: "add-words", words: many.join("\n") })).text).toContain(
    "230 more words were added but not searched for",
  );
  expect(await page()).toContain("200 of 250 are shown.");
  const found = await page("?word=WORD24");
  expect([found.includes(">word249<"), found.includes(">word000<")]).toEqual([true, false]);
  expect(await page("?word=%3Cb%3E")).toContain("No entry contains that.");
});

it("the desk bans an address, so that its comments are spam, offers its waiting comments, and ends a ban", async () => {
  await data.comment({ authorEmail: "Rita@casino.example" });
  const banned = await desk.send("/blocking", { do: "add-ban", email: " rita@casino.example ", days: "7", note: "<links>" });
  expect(banned.text).toContain("is banned until");
  expect(banned.text).toContain('<a href="/?author=rita%40casino.example">1 pending comment');
  const [ban] = await bans();
  expect(ban).toMatchObject({ kind: "email", note: "<links>" });
  expect(JSON.stringify(ban)).not.toContain("rita");
  const shown = await page();
  expect(shown).toContain("of an email address: <bdi>&lt;links&gt;</bdi>");
  expect(shown).not.toContain("rita@");
  await desk.send("/blocking", { do: "end-ban", ban: String(ban?.id) });
  expect(await page()).toContain(`ban ${ban?.id} has ended`);
  expect(await bans()).toEqual([]);
  await desk.send("/blocking", { do: "end-ban", ban: String(ban?.id) });
  expect(await page()).toContain("had already ended");
  await desk.send("/blocking", { do: "add-ban", email: "nobody" });
  expect(await page()).toContain("nobody was banned: want an email address");
});

it("a command bans the same address as the desk, with the key that the server compares", async () => {
  await data.comment({ authorEmail: "rita@casino.example" });
  await desk.send("/blocking", { do: "add-ban", email: "RITA@casino.example", days: "7" });
  const io = createTestIo({ cwd: data.cwd });
  expect(await main(["bans", "add", "rita@casino.example", "--days", "90", "--note", "again"], io)).toBe(0);
  expect(io.out()).toMatch(/^banned \(ban \d+\) until \d{4}-\d\d-\d\d; octavo bans revoke reverts it\n$/);
  expect(io.err()).toContain("1 comment is waiting by rita@casino.example\nhint: octavo comments bulk spam --email rita@casino.example");
  expect(await bans()).toMatchObject([{ note: "again" }]);
  const refused = createTestIo({ cwd: data.cwd });
  expect([await main(["bans", "add", "rita"], refused), refused.err()]).toEqual([2, expect.stringContaining("is not an email address")]);
});
