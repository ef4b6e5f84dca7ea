import { describe, expect, it } from "vitest";
import { createFixture, type Fixture, SITE } from "../api-fixture.ts";
import { fieldsOf, follow, linkOf, press } from "./card-fixture.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function createLink(fixture: Fixture, message = "Could you weave <this>?"): Promise<{ id: string; url: string }> {
  const sent = await fixture.post("/services/inquiries", { email: "ada@ada.example", name: "Ada", message });
  const { id } = (await sent.json()) as { id: string };
  return { id, url: linkOf(fixture, { kind: "inquiry", id }) };
}

const read = async (fixture: Fixture, url: string): Promise<string> => (await fixture.send("GET", url)).text();

describe("the card of an inquiry, behind a message's link", () => {
  it("shows the same as the mail, in the site's time zone", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    expect(url.startsWith(`${SITE}/moderate/inquiry.${id}.`)).toBe(true);
    const page = await read(fixture, url);
    for (const text of ["Could you weave &lt;this&gt;?", "mailto:ada@ada.example", "2026-01-31 09:30</time>", "Europe/Lisbon"])
      expect(page).toContain(text);
    expect(fixture.rawLog()).not.toContain(url.slice(-43));
  });

  it("marks it as replied and closed, and undoes that", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    const state = async () => (await fixture.store.inquiries.get(id))?.state;
    const asked = await read(fixture, `${url}?do=closed`);
    expect(asked).toContain("<h1>Mark this inquiry as closed?</h1>");
    expect(asked).toMatch(/Mark as<\/span> <button type="submit" name="state" value="closed"/);
    expect(await state()).toBe("new");
    const { form = "" } = await fieldsOf(fixture, url);
    for (const wish of ["replied", "closed"]) {
      const answer = await press(fixture, url, { form, state: wish });
      expect([answer.status, await state()]).toEqual([303, wish]);
      const page = await follow(fixture, url, answer);
      expect(page).toContain(`it is now: ${wish}`);
      expect(page).toContain(`name="state" value="${wish === "replied" ? "new" : "replied"}"><button type="submit">Undo</button>`);
    }
    await press(fixture, url, { form, state: "new" });
    expect(await state()).toBe("new");
    expect([(await press(fixture, url, { form, state: "spam" })).status, await state()]).toEqual([403, "new"]);
    expect(await read(fixture, `${url}?done=state&was=spam`)).not.toContain("Undo");
  });

  it("sets its due day, undoes that, and refuses anything but a day", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    const { form = "" } = await fieldsOf(fixture, url);
    const answer = await press(fixture, url, { form, due: "2026-02-28" });
    expect((await fixture.store.inquiries.get(id))?.dueOn).toBe("2026-02-28");
    const page = await follow(fixture, url, answer);
    expect(page).toContain("it is due on 2026-02-28");
    expect(page).toContain('name="due" value=""><button type="submit">Undo</button>');
    const wrong = await press(fixture, url, { form, due: "2026-02-31" });
    expect([wrong.status, (await fixture.store.inquiries.get(id))?.dueOn]).toEqual([422, "2026-02-28"]);
    await press(fixture, url, { form, due: "" });
    expect((await fixture.store.inquiries.get(id))?.dueOn).toBeNull();
  });

  it("adds notes that cannot pass for the owner's, and shows none, because the sender may have the link from a quoted mail", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    await fixture.store.inquiries.addNote(id, "Ask twice the price");
    const { form = "" } = await fieldsOf(fixture, url);
    const answer = await press(fixture, url, { form, note: "  Call on Monday\r\nbefore noon " });
    const notes = async () => (await fixture.store.inquiries.get(id))?.notes.map(({ text }) => text);
    expect(await notes()).toEqual(["Ask twice the price", "By the email's link: Call on Monday\nbefore noon"]);
    const page = await follow(fixture, url, answer);
    expect(page).toContain("the note was added");
    expect(page).toContain("2 notes. <code>octavo desk</code> shows notes");
    expect(page).not.toMatch(/twice the price|Call on Monday/);
    expect((await press(fixture, url, { form, note: " " })).status).toBe(422);
    expect((await press(fixture, url, { form, note: "x".repeat(4_001) })).status).toBe(422);
    for (let count = 2; count < 49; count += 1) await fixture.store.inquiries.addNote(id, "more");
    const both = await Promise.all([press(fixture, url, { form, note: "the last" }), press(fixture, url, { form, note: "one too many" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(await notes()).toHaveLength(50);
  });

  it("accepts nothing from a scanner, another site or another link's form, and no unknown request", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    const other = await createLink(fixture, "Another");
    const { form = "" } = await fieldsOf(fixture, url);
    await fixture.send("HEAD", url);
    await fixture.send("GET", `${url}?state=closed&form=${form}`);
    const refused = [
      await press(fixture, url, { state: "closed" }),
      await press(fixture, other.url, { form, state: "closed" }),
      await press(fixture, url, { form, state: "closed" }, { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }),
      await press(fixture, url, { form, state: "gone" }),
      await press(fixture, url, { form, do: "delete" }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await fixture.store.inquiries.get(id)).toMatchObject({ state: "new", notes: [] });
    expect((await fixture.send("GET", url.replace(id, other.id))).status).toBe(404);
  });

  it("links to the desk if there is one, and expires after 30 days or with the inquiry", async () => {
    const desk = { place: { kind: "host", origin: "https://desk.ines.example" }, senders: [], script: "", warnings: () => [] } as const;
    const fixture = createFixture({ desk });
    const { id, url } = await createLink(fixture);
    expect(await read(fixture, url)).toContain(`<a class="more" href="https://desk.ines.example/inquiries/${id}" rel="noreferrer">`);
    const end = Math.ceil((fixture.clock.now + 30 * DAY) / HOUR) * HOUR;
    fixture.clock.now = end - 1;
    expect((await fixture.send("GET", url)).status).toBe(200);
    fixture.clock.now = end;
    const over = await fixture.send("GET", url);
    expect([over.status, await over.text()]).toEqual([410, expect.stringContaining("older than 30 days")]);
    fixture.clock.now -= DAY;
    await fixture.store.inquiries.delete(id);
    expect((await fixture.send("GET", url)).status).toBe(404);
  });
});
