import type { Browser, Page } from "playwright-core";
import type { Email } from "postal-mime";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createHostedDesk, type HostedDeskSite, openDesk } from "./hosted-desk-site.ts";
import { type Postfix, startPostfix } from "./postfix.ts";
import { describeInBrowser, describeWith } from "./programs.ts";
import { findObjections } from "./served-site.ts";

const OWNER = "ines@ines.example";
const THUMB_PX = 44;
const WAIT_MS = 30_000;
/** Only root starts a mail server. */
const POSTFIX = process.getuid?.() === 0 ? "postfix" : "postfix (started by root)";

describeWith(["nginx"], "emails to the owner", (nginx) => {
  describeWith([POSTFIX], "through Debian's Postfix", (program) => {
    describeInBrowser("read on a phone", (openBrowser) => {
      let browser: Browser;
      let postfix: Postfix | undefined;
      let desk: HostedDeskSite;
      beforeAll(async () => {
        browser = await openBrowser();
      });
      afterAll(() => browser.close());
      beforeEach(async () => {
        postfix = await startPostfix(program, "ines.example");
        const env = { OCTAVO_MAIL_SMTP: `smtp://127.0.0.1:${postfix.port}`, OCTAVO_MAIL_TO: `Ines <${OWNER}>` };
        desk = await createHostedDesk({ program: nginx, path: "/desk", env });
      });
      afterEach(async () => {
        await desk?.remove();
        await postfix?.stop();
      });

      /** Waits until an email is delivered. */
      const mail = async (subject: string): Promise<Email> => {
        const find = async () => (await (postfix as Postfix).mails()).find((each) => each.subject?.startsWith(subject));
        await expect.poll(async () => (await find())?.subject, { timeout: WAIT_MS, interval: 100 }).toBeDefined();
        return (await find()) as Email;
      };
      const write = async (path: string, body: object): Promise<string> =>
        ((await desk.api.send({ method: "POST", path: `/api/v1${path}`, body })).body as { id: string }).id;
      const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

      it("let the owner sign in, approve, undo, reply at the desk, and close an inquiry", async () => {
        const { page, complaints } = await desk.open(browser, { colorScheme: "dark" });
        await page.goto(`${desk.origin}/`);
        await press(page, "Sign in");
        await press(page, "Mail me a link");
        await openMail(page, await mail("Sign in to the desk"), "Sign in");
        await press(page, "Sign in");
        await page.waitForURL(/\/desk\/access\?mark=/);

        const parentId = await write("/posts/thaw/comments", { authorName: "Ada", body: "Did the creek freeze?" });
        const { code } = await desk.site.octavo("comments", "approve", parentId, "--db", desk.site.path("data/octavo.db"));
        expect(code).toBe(0);
        const id = await write("/posts/thaw/comments", { authorName: "Bo <b>", body: "It did.\n</blockquote><b>Approve</b>", parentId });
        await write("/posts/flood/comments", { authorName: "Cy", body: "Here too." });
        desk.passMinuteOfNotices();
        const comments = await mail("2 comments pending");
        expect(comments.headers.find(({ key }) => key === "content-type")?.value).toMatch(/^multipart\/alternative/);
        expect(comments.text).toMatch(/\nBo <b> on "|^Bo <b> on "/);
        expect(comments.text).toContain("> </blockquote><b>Approve</b>");
        await openMail(page, comments, "Approve");
        await page.waitForSelector("text=Approve this comment?");
        expect(await page.textContent(".quote")).toContain("Did the creek freeze?");
        expect(await page.textContent("main")).toContain("1 more is pending");
        await checkPhone(page);
        await press(page, "Approve");
        await page.waitForSelector("text=Done. The comment is approved and public");
        const shown = await desk.api.send({ method: "GET", path: "/api/v1/posts/thaw/comments" });
        expect(JSON.stringify(shown.body)).toContain("It did.");
        await press(page, "Undo");
        await page.waitForSelector("text=undone: it is pending again");
        await page.getByRole("link", { name: "Reply", exact: true }).click();
        await openDesk(page);
        await page.waitForURL(({ pathname, searchParams }) => pathname === `/desk/comments/${id}` && searchParams.get("open") === "reply");
        await page.getByRole("textbox", { name: "Your reply" }).fill("Thank you.");
        await press(page, "Approve and reply");
        await page.waitForSelector("text=your reply is public");

        await write("/services/inquiries", { name: "Dee", email: "dee@dee.example", message: "I would like to learn weaving." });
        const inquiry = await mail("Inquiry from Dee");
        expect(inquiry.replyTo?.[0]?.address).toBe("dee@dee.example");
        await openMail(page, inquiry, "Closed");
        await page.waitForSelector("text=Mark this inquiry as closed?");
        await checkPhone(page);
        await press(page, "Closed");
        await page.waitForSelector("text=it is now: closed");
        await press(page, "Undo");
        await page.waitForSelector("text=it is now: new");
        expect(complaints).toEqual([]);
      });
    });
  });
});

/** Shows an email as a phone's mail program does, and presses one of its buttons. */
async function openMail(page: Page, { html = "" }: Email, button: string): Promise<void> {
  await page.goto("about:blank");
  await page.setContent(html);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  const link = page.getByRole("link", { name: button, exact: true }).first();
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(THUMB_PX);
  await link.click();
  await page.waitForURL(({ protocol }) => protocol === "https:");
}

async function checkPhone(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate("document.documentElement.scrollWidth"), colorScheme).toBeLessThanOrEqual(390);
    expect(await findObjections(page), colorScheme).toEqual([]);
  }
  for (const button of await page.locator(".ways button").all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(THUMB_PX);
}
