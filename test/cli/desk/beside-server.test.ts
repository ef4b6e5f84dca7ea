import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { createData, type DataFixture, NOW } from "../data-fixture.ts";
import { post } from "../site-fixture.ts";
import { createTestIo, type TestIo } from "../test-io.ts";
import { openDesk } from "./desk-client.ts";

let data: DataFixture;
let server: TestIo;
let exit: Promise<number>;
let api: string;
beforeEach(async () => {
  data = await createData();
  for (const [name, text] of [
    ["content/site.yaml", "name: Marsh notes\nurl: https://marsh.example\ntimeZone: Asia/Kathmandu\nauthor:\n  name: Ines\n"],
    ["content/posts/first-ice.md", post("First & last ice", "2026-01-02")],
  ] as const) {
    await mkdir(join(data.cwd, name, ".."), { recursive: true });
    await writeFile(join(data.cwd, name), text);
  }
  server = createTestIo({ cwd: data.cwd, now: new Date(NOW).toISOString() });
  exit = main(["start", "--port", "0"], server);
  await Promise.race([server.waitFor("Ctrl-C stops"), exit]);
  api = `${/http:\/\/127\.0\.0\.1:\d+/.exec(server.out())?.[0]}/api/v1/posts/first-ice/comments`;
});
afterEach(async () => {
  server.abort();
  await exit;
  await data.remove();
});

it("the running server's answers include the desk's decisions and the author's reply", async () => {
  const read = async () => (await fetch(api)).json();
  const sent = await fetch(api, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ authorName: "Ada", body: "Here too." }),
  });
  const { id } = (await sent.json()) as { id: string };
  expect(await read()).toMatchObject({ items: [], totalComments: 0 });

  const desk = await openDesk(data);
  const { text } = await desk.ask("/");
  expect(text).toContain('<p class="name">Marsh notes</p>');
  expect(text).toMatch(/<a href="http:[^"]*first-ice[^"]*" rel="noreferrer" target="_blank"><bdi>First &amp; last ice<\/bdi><\/a>/);
  expect(text).toContain("2026-06-01 17:45");
  const act = (form: Record<string, string>) => desk.send(`/comments/${id}`, { revision: "1", ...form });
  await act({ do: "approve" });
  expect(await read()).toMatchObject({ items: [{ id, authorName: "Ada" }], totalComments: 1 });
  await desk.undo();
  expect(await read()).toMatchObject({ items: [], totalComments: 0 });
  await act({ do: "reply", text: "Thank you." });
  expect(await read()).toMatchObject({ items: [{ id, replies: [{ authorName: "Ines", isAuthor: true, body: "Thank you." }] }] });
  await act({ do: "spam" });
  expect(JSON.stringify(await read())).not.toContain("Here too.");
  expect(await desk.end()).toBe(0);
});
