import { expect, it, onTestFinished } from "vitest";
import { describeInBrowser } from "./programs.ts";
import { serveSite, setPolicy } from "./served-site.ts";

const POLICY = "default-src 'self'";
const POST = "/posts/weaving-a-message";

describeInBrowser(`pages under exactly Content-Security-Policy: ${POLICY}`, (openBrowser) => {
  it("support a like, a comment, a search and a change of colours without a violation", async () => {
    const files = { "octavo.config.mjs": "export default { website: true };\n" };
    const site = await serveSite({ openBrowser, isSample: true, files, settings: "colorSchemeSwitch: true\n" });
    onTestFinished(() => site.close());
    const { page, complaints } = await site.open({ colorScheme: "light" });
    const policies: (string | undefined)[] = [];
    await setPolicy(page, site.url, POLICY);
    page.on("response", (response) => {
      if (response.request().resourceType() === "document") policies.push(response.headers()["content-security-policy"]);
    });
    await page.addInitScript(() => {
      addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        console.error(`${violatedDirective}: ${blockedURI}`),
      );
    });
    const answerOf = (method: string, end: string) =>
      page.waitForResponse((response) => response.request().method() === method && new URL(response.url()).pathname.endsWith(end));

    await page.goto(site.url + POST, { waitUntil: "load" });
    const like = page.locator("octavo-like button:not([aria-disabled])");
    const [liked] = await Promise.all([answerOf("POST", "/like"), like.click()]);
    expect(liked.status()).toBe(200);
    await page.locator("octavo-like button[aria-pressed=true]").waitFor();

    const form = page.locator("octavo-comments form").first();
    await page.locator("octavo-comments").scrollIntoViewIfNeeded();
    await form.locator("textarea").fill("At the mill, too.");
    await form.getByLabel("Name").fill("Odd");
    const [sent] = await Promise.all([answerOf("POST", "/comments"), form.getByRole("button", { name: "Send" }).click()]);
    expect(sent.status()).toBe(202);
    await page.locator("octavo-comments").getByText("At the mill, too.").first().waitFor();

    await page.locator("button.scheme").click();
    await page.locator("html[data-scheme=dark]").waitFor();

    await page.goto(`${site.url}/search`, { waitUntil: "load" });
    await page.locator("octavo-search input").pressSequentially("tide");
    await page.locator("octavo-search [part=result]").first().waitFor();

    expect(policies).toEqual([POLICY, POLICY]);
    expect(complaints).toEqual([]);
  }, 240_000);
});
