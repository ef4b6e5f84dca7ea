import type { Browser, Locator, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ElementSite, openElementPage, openElementSite } from "./element-page.ts";
import { describeInBrowser } from "./programs.ts";

const AWAY = "The server cannot be reached at the moment.";
const CORS = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After, X-Octavo-Snapshot" };
const OWN = { comments: "Discuss it by mail.", inquiry: "Write to ines@ines.example.", like: "12 likes" };

describeInBrowser("the elements without an answer", (openBrowser) => {
  let site: ElementSite;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    site = await openElementSite();
    browser = await openBrowser();
    const elements = (slug: string): string =>
      `<octavo-like${slug}><span>${OWN.like}</span></octavo-like><octavo-comments${slug}><p>${OWN.comments}</p></octavo-comments>`;
    site.addPage("/own", `${elements(' slug="tides"')}<octavo-inquiry><p>${OWN.inquiry}</p></octavo-inquiry>`);
    site.addPage(
      "/bare",
      '<octavo-comments slug="tides"><noscript>Comments need JavaScript.</noscript></octavo-comments><octavo-inquiry></octavo-inquiry>',
    );
    site.addPage("/french", '<octavo-comments slug="tides"></octavo-comments>', { lang: "fr" });
    site.addPage("/wrong", elements(' slug="tidse"'), { lang: "fr" });
    site.addPage("/none", elements(""), { lang: "fr" });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  beforeEach(async () => {
    ({ page, complaints } = await openElementPage(browser));
  });
  afterEach(() => page.context().close());

  const open = (path: string): Promise<unknown> => page.goto(site.origin + path);
  const heading = (): Locator => page.locator("octavo-comments [part=heading]");
  const form = (): Locator => page.getByRole("form", { name: "Write a comment" });
  const own = async (): Promise<boolean[]> =>
    Promise.all(Object.values(OWN).map(async (text) => (await page.getByText(text).count()) > 0 && page.getByText(text).isVisible()));
  const refuse = async (route: Route): Promise<void> =>
    route.fulfill({ status: 503, headers: { ...CORS, "Content-Type": "text/html" }, body: "<h1>Service Unavailable</h1>" });

  it("show their fallback content until they have one", async () => {
    const waiting: (() => void)[] = [];
    await page.route(/comments\?|\/counts|\/like/, async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await route.fallback();
    });
    await open("/own");
    await expect.poll(() => waiting.length).toBe(3);
    expect(await own()).toEqual([true, true, true]);
    expect(await form().isVisible()).toBe(false);
    for (const go of waiting) go();
    await form().waitFor();
    await page.getByRole("form", { name: "Message" }).waitFor();
    await expect.poll(own).toEqual([false, false, false]);
    expect(complaints).toEqual([]);
  });

  it("say in the heading that the server is away, and keep their fallback content", async () => {
    let refused = 0;
    await page.route(/comments\?|\/counts|\/like/, async (route) => {
      await refuse(route);
      refused += 1;
    });
    await open("/own");
    // Comments and likes are requested once more. Later, no request may be in progress that the
    // server could answer.
    await expect.poll(() => refused).toBe(5);
    await page.getByRole("heading", { name: AWAY }).waitFor();
    expect(await own()).toEqual([true, true, true]);
    expect(await page.getByRole("button", { name: "Like" }).count()).toBe(0);
    expect(await page.getByText("One moment").count()).toBe(0);
    await page.unroute(/comments\?|\/counts|\/like/);
    await page.locator("octavo-comments").getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "comment" }).waitFor();
    await page.locator("octavo-inquiry").getByRole("button", { name: "Try again" }).click();
    await page.getByRole("form", { name: "Message" }).waitFor();
    await expect.poll(own).toEqual([false, false, true]);
  });

  it("offer no inquiry that cannot be sent", async () => {
    await page.route("**/counts", refuse);
    await open("/bare");
    await page.locator("octavo-inquiry").getByText(AWAY).waitFor();
    expect(await page.getByRole("form", { name: "Message" }).count()).toBe(0);
    expect(await page.locator("octavo-inquiry select").count()).toBe(0);
  });

  it("show above comments from the last snapshot that the server is away, until it accepts a comment", async () => {
    await page.route("**/comments?*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), ...CORS, "X-Octavo-Snapshot": "2026-11-20T10:00:00.000Z" } });
    });
    await open("/bare");
    await page.getByRole("heading", { name: `No comments yet ${AWAY}` }).waitFor();
    await page.unroute("**/comments?*");
    await form().getByRole("textbox", { name: "Write a comment" }).fill("Back again?");
    await form().getByRole("textbox", { name: "Name" }).fill("Ada");
    await form().getByRole("button", { name: "Send" }).click();
    await page.locator("[part~=waiting]").waitFor();
    await page.getByRole("heading", { name: "No comments yet", exact: true }).waitFor();
    await page.locator("[part~=waiting]").getByText("Back again?").waitFor();
    expect(complaints).toEqual([]);
  });

  it("show comments again once a comment has been sent", async () => {
    await page.route("**/comments?*", refuse);
    await open("/bare");
    await page.getByRole("heading", { name: AWAY }).waitFor();
    await page.unroute("**/comments?*");
    await form().getByRole("textbox", { name: "Write a comment" }).fill("And now?");
    await form().getByRole("textbox", { name: "Name" }).fill("Ada");
    await form().getByRole("button", { name: "Send" }).click();
    await page.getByRole("heading", { name: "No comments yet", exact: true }).waitFor();
    await page.locator("[part~=waiting]").getByText("And now?").waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  });

  it.each([
    ["of a post that does not exist", "/wrong", "not-found"],
    ["without a slug", "/none", "needs slug"],
  ])("warn the developer, not the visitor, about an element %s", async (_, path, said) => {
    await open(path);
    await expect
      .poll(() =>
        complaints
          .filter((text) => text.includes(said))
          .map((text) => /<octavo-\w+>/.exec(text)?.[0])
          .sort(),
      )
      .toEqual(["<octavo-comments>", "<octavo-like>"]);
    expect(await page.getByText(OWN.comments).isVisible()).toBe(true);
    expect(await page.getByText(OWN.like).isVisible()).toBe(true);
    expect(await page.locator("octavo-comments :is(form, h2):visible").count()).toBe(0);
  });

  it("show no English on a French page, but the API's own words in the console", async () => {
    await open("/french");
    const at = page.getByRole("form", { name: "Écrire un commentaire" });
    const answers = [
      {
        code: "unknown-reference",
        detail: "The parent is gone.",
        status: 422,
        errors: [{ pointer: "/parentId", code: "invalid_value", detail: "no" }],
      },
      {
        code: "validation-error",
        detail: "See errors.",
        status: 422,
        errors: [{ pointer: "/authorName", code: "invalid_value", detail: "no such name" }],
      },
    ];
    await page.route("**/comments", (route) =>
      route.request().method() === "POST" ? route.fulfill({ status: 422, headers: CORS, json: answers.shift() }) : route.fallback(),
    );
    await at.getByRole("textbox", { name: "Écrire un commentaire" }).fill("Bonjour.");
    await at.getByRole("textbox", { name: "Nom" }).fill("Zoé");
    await at.getByRole("button", { name: "Envoyer" }).click();
    await at.getByText("Cela n’a pas fonctionné. Votre texte reste ici.").waitFor();
    await at.getByRole("button", { name: "Envoyer" }).click();
    await at.getByText("Cette valeur n’est pas valable.").waitFor();
    expect(await heading().textContent()).toBe("Aucun commentaire pour l’instant");
    for (const said of ["The parent is gone.", "no such name"]) expect(complaints).toContainEqual(expect.stringContaining(said));
  });
});
