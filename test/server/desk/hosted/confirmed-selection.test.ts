import { expect, it } from "vitest";
import { submit } from "../../store/helpers.ts";
import { createDeskFixture, DESK, fieldOf, openCreation, signIn } from "./hosted-fixture.ts";
import { SoftwarePasskey } from "./software-passkey.ts";

it("a search whose comments the owner deletes keeps its text while it waits for a passkey", async () => {
  const desk = createDeskFixture();
  const owner = desk.browser();
  const passkey = new SoftwarePasskey();
  await signIn(desk, owner);
  const { challenge } = await openCreation(owner);
  await owner.post("/access/passkey/new", { name: "Phone", passkey: passkey.create({ origin: DESK, challenge, counter: 10 }) });
  for (const body of ["A kind word", "Another kind word", "A casino for you"]) await submit(desk.store, { body });
  const list = await (await owner.get("/?text=casino")).text();
  const [bar = ""] = /<form class="selection"[\s\S]*?<\/form>/.exec(list) ?? [];
  const fields = Object.fromEntries(
    [...bar.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  expect(fields.text).toBe("casino");
  desk.clock.now += 6 * 60_000;
  const asked = await owner.post("/selection", { ...fields, do: "delete", sure: "1" });
  const address = asked.headers.get("Location") ?? "";
  const page = await (await owner.get(address)).text();
  const proof = passkey.sign({ origin: DESK, challenge: fieldOf(page, "challenge"), counter: 12 });
  await owner.post("/confirm", { wish: address.slice("/confirm?wish=".length), proof });
  expect(await desk.store.comments.count({ states: ["pending"] })).toBe(2);
});
