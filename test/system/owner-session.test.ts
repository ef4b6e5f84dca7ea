import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import type { Email } from "postal-mime";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openStore } from "../../server/store/sqlite/sqlite-store.ts";
import { newComment } from "../server/store/helpers.ts";
import { createHostedDesk, type HostedDeskSite } from "./hosted-desk-site.ts";
import { type Postfix, startPostfix } from "./postfix.ts";
import { describeInBrowser, describeWith } from "./programs.ts";
import { mountSmallDisk, unmountDisk, whyNoDisk } from "./small-disk.ts";

const OWNER = "ines@ines.example";
const SPAM = 10_000;
/** More than 100 MiB are free on it, so the disk incident can also end. */
const DISK = "300m";
const MINUTE_MS = 60_000;
const MAIL_MS = 30_000;
/** This many writes together may find room in the log's earlier space. */
const ROUNDS_MAX = 2_000;
const TOGETHER = 8;
const PROGRAM = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
/** Only root starts a mail server. */
const POSTFIX = process.getuid?.() === 0 ? "postfix" : "postfix (started by root)";

const refused = whyNoDisk();
if (refused !== null) console.warn(`\n  SKIPPED: the owner's session: no file system can be mounted here: ${refused}\n`);

describeWith(["nginx"], "the owner, on a phone", (nginx) => {
  describeWith([POSTFIX], "with mail, backups and a small disk", (program) => {
    describeInBrowser("in a whole session", (openBrowser) => {
      let browser: Browser;
      let postfix: Postfix | undefined;
      let desk: HostedDeskSite | undefined;
      let folder = "";
      const elsewhere = mkdtempSync(join(tmpdir(), "octavo-elsewhere-"));
      beforeAll(async () => {
        browser = await openBrowser();
      });
      afterAll(async () => {
        await browser.close();
        rmSync(elsewhere, { recursive: true });
      });
      beforeEach(async () => {
        if (refused !== null) return;
        postfix = await startPostfix(program, "ines.example");
        desk = await createHostedDesk({
          program: nginx,
          env: {
            OCTAVO_MAIL_SMTP: `smtp://127.0.0.1:${postfix.port}`,
            OCTAVO_MAIL_TO: `Ines <${OWNER}>`,
          },
          prepare: async (site) => {
            folder = site.path("data");
            mkdirSync(folder, { mode: 0o700 });
            mkdirSync(site.path("backups"));
            expect(mountSmallDisk(folder, DISK)).toBeNull();
            // It is in the first backup.
            await seed(join(folder, "octavo.db"), [{ slug: "thaw", authorName: "Eve", body: "Before the backup." }]);
            return { OCTAVO_BACKUPS: `${site.path("backups")},hourly,keep=2` };
          },
        });
      });
      afterEach(async () => {
        await desk?.stop();
        if (refused === null) unmountDisk(folder);
        await desk?.remove();
        await postfix?.stop();
      });

      it.skipIf(refused !== null)(
        "signs in, decides, clears spam, hears of a full disk, restores, and lists comments from elsewhere",
        async () => {
          if (desk === undefined || postfix === undefined) return expect.unreachable();
          const { site, origin } = desk;
          const mails = () => (postfix as Postfix).mails();
          const mail = async (subject: RegExp, timeout = MAIL_MS): Promise<Email> => {
            const find = async () => (await mails()).findLast((each) => subject.test(each.subject ?? ""));
            await expect.poll(async () => (await find())?.subject, { timeout, interval: 200 }).toBeDefined();
            return (await find()) as Email;
          };
          const { page, complaints } = await desk.open(browser);
          const press = (name: string | RegExp) =>
            page
              .getByRole("button", { name, exact: typeof name === "string" })
              .first()
              .click();
          const signIn = async (): Promise<void> => {
            await page.goto(`${origin}/`);
            await press("Sign in with a passkey");
            await page.waitForSelector("text=Pending comments");
          };

          // Signs in: with a mailed link once, then with a passkey.
          await page.goto(`${origin}/`);
          await press("Mail me a link");
          await page.goto(linkOf(await mail(/^Sign in to the desk/), "Sign in"));
          await press("Sign in");
          await page.waitForURL("**/access");
          await press("Add a passkey");
          await page.fill("#name", "My phone");
          await press("Add a passkey");
          await page.waitForSelector("text=the passkey My phone was added");
          await press("Sign out");
          await signIn();
          const backups = (): string[] => readdirSync(site.path("backups")).filter((name) => name.endsWith(".db"));
          await expect.poll(backups, { timeout: MINUTE_MS }).toHaveLength(1);

          // A comment is approved, answered, and both steps are undone.
          const write = (path: string, body: object) => desk?.api.send({ method: "POST", path: `/api/v1${path}`, body });
          await write("/posts/thaw/comments", { authorName: "Ada", body: "The creek froze here too." });
          await page.goto(`${origin}/?author=Ada`);
          await page.locator("article summary").first().click();
          await page.locator("article textarea").first().fill("Thank you.");
          await press("Approve and reply");
          await page.waitForSelector("text=your reply is public");
          const shown = async (): Promise<string> =>
            JSON.stringify((await desk?.api.send({ method: "GET", path: "/api/v1/posts/thaw/comments" }))?.body);
          expect(await shown()).toContain("Thank you.");
          await press(/^Undo/);
          await page.waitForSelector("text=undone");
          expect(await shown()).not.toContain("creek");

          // An inquiry is noted and closed, from its mail, whose link is on the desk's own name.
          await write("/services/inquiries", { name: "Dee", email: "dee@dee.example", message: "I would like to learn weaving." });
          const card = linkOf(await mail(/^Inquiry from Dee/), "Closed");
          expect(card.startsWith(`${origin}/moderate/inquiry.`)).toBe(true);
          await page.goto(card);
          await page.fill("#note", "Answer on Monday");
          await press("Add the note");
          await page.waitForSelector("text=the note was added");
          await press("Closed");
          await page.waitForSelector("text=it is now: closed");

          // Thousands of comments: found, marked in steps, deleted.
          await seed(
            join(folder, "octavo.db"),
            Array.from({ length: SPAM }, (_, n) => ({
              slug: "flood",
              authorName: `Lucky ${n}`,
              body: `Casino number ${n}, the best there is.`,
            })),
          );
          await page.goto(`${origin}/?text=casino`);
          await page.click("summary:has-text('Decide on all 10,000')");
          await press("Mark 10,000 comments as spam");
          const began = performance.now();
          await press("Mark 10,000 comments as spam");
          await goOn(page, "Marked as spam: 10,000 comments");
          expect(performance.now() - began).toBeLessThan(MINUTE_MS);
          await page.goto(`${origin}/?state=spam`);
          await page.click("summary:has-text('Decide on all 10,000')");
          await press("Delete all spam");
          await press(/^Delete 10,000 comments/);
          await goOn(page, "Deleted: 10,000 comments");
          expect((await site.octavo("comments", "list", "--state", "spam", "--db", join(folder, "octavo.db"))).out).toContain("0 comments");

          // The same list from another folder, over TLS and nginx, with a key.
          const key =
            (await site.octavo("keys", "add", "laptop", "--quiet", "--db", join(folder, "octavo.db"))).out.trim().split("\n").at(-1) ?? "";
          const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, "comments", "list", "--site", desk.elsewhere], {
            cwd: elsewhere,
            env: { PATH: process.env.PATH, HOME: elsewhere, OCTAVO_KEY: key, NODE_EXTRA_CA_CERTS: desk.certificate },
          });
          expect(stdout).toContain("Before the backup.");
          expect(stdout).toContain("The creek froze here too.");

          // A full disk, reported within a minute, and reported again when it has ended.
          const ballast = join(folder, "ballast");
          const { bavail, bsize } = statfsSync(folder);
          writeFileSync(ballast, Buffer.alloc(bavail * bsize));
          await writeUntilRefused(desk);
          await mail(/^Marsh notes: writes fail: the disk/, MINUTE_MS);
          rmSync(ballast);
          await mail(/^Marsh notes: over: writes fail: the disk/, 3 * MINUTE_MS);

          // A restore from the server's own backup: everything from before it is there again, and
          // nothing else.
          await desk.stop();
          const [file = ""] = backups();
          const db = join(folder, "octavo.db");
          expect(await site.octavo("db", "restore", site.path(`backups/${file}`), "--db", db)).toMatchObject({ code: 0 });
          await desk.restart();
          const listed = (await site.octavo("comments", "list", "--db", db)).out;
          expect([listed.includes("Before the backup."), listed.includes("creek")]).toEqual([true, false]);
          expect(complaints.filter((text) => !/\b40[34]\b/.test(text))).toEqual([]);
        },
        480_000,
      );
    });
  });
});

/** Adds comments that wait for approval, while the server runs. */
async function seed(file: string, comments: readonly { slug: string; authorName: string; body: string }[]): Promise<void> {
  const store = openStore({ file, clock: Date.now, random: (bytes) => randomBytes(bytes) });
  for (let from = 0; from < comments.length; from += 500)
    await Promise.all(
      comments
        .slice(from, from + 500)
        .map((comment) =>
          store.comments.submit(newComment({ ...comment, bodyHtml: `<p>${comment.body}</p>`, duplicateKey: randomBytes(16) })),
        ),
    );
  await store.close();
}

/** Presses "Continue" while a decision on many comments has more steps. */
async function goOn(page: Page, done: string): Promise<void> {
  for (;;) {
    const next = page.getByRole("button", { name: "Continue", exact: true });
    await page.getByText(done).or(next).first().waitFor({ timeout: 30_000 });
    if ((await page.getByText(done).count()) > 0) return;
    await next.click();
  }
}

/** Small writes still fit where large ones do not. */
async function writeUntilRefused({ api }: HostedDeskSite): Promise<void> {
  let number = 0;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const answers = Array.from({ length: TOGETHER }, () => {
      number += 1;
      const body = { authorName: "Finn", body: `Is there room for number ${number}? ${"x".repeat(2_000)}` };
      return api.send({ method: "POST", path: "/api/v1/posts/flood/comments", body });
    });
    if ((await Promise.all(answers)).some(({ status }) => status === 503)) return;
  }
  expect.unreachable("no write was refused");
}

function linkOf({ html = "" }: Email, button: string): string {
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]*)<\/a>/g)];
  return links.find(([, , text]) => text === button)?.[1]?.replaceAll("&amp;", "&") ?? expect.unreachable(`no button ${button} in ${html}`);
}
