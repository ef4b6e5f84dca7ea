import { expect, it } from "vitest";
import { createFormFixture, openPage, sendForm } from "./form-site.ts";

const INQUIRY = { email: "ada@mail.example", message: "Could you weave this?", serviceId: "srv-weave", name: "", telegram: "" };

it("the inquiry page lists the open services, and stores a question", async () => {
  const fixture = createFormFixture();
  const { status, html, headers } = await openPage(fixture, "/inquiry");
  expect([status, headers.get("Cache-Control"), headers.get("X-Robots-Tag")]).toEqual([200, "no-store", "noindex"]);
  expect(html).toContain('<option value="srv-weave">Weaving &amp; mending</option>');
  expect(html).not.toContain("srv-gone");
  const { status: sent, location } = await sendForm(fixture, "/inquiry", INQUIRY);
  expect([sent, location]).toEqual([303, "/inquiry?sent#sent"]);
  expect((await openPage(fixture, "/inquiry?sent")).html).toContain("Thank you. Your message has arrived.");
  const inquiries = await fixture.store.inquiries.list();
  expect(inquiries).toMatchObject([{ email: "ada@mail.example", message: "Could you weave this?", serviceId: "srv-weave", name: null }]);
});

it("the inquiry page stores a question once if it is sent twice", async () => {
  const fixture = createFormFixture();
  const { html } = await openPage(fixture, "/inquiry");
  const form = /name="form" value="([^"]+)"/.exec(html)?.[1] ?? "";
  for (let n = 0; n < 2; n += 1) expect((await sendForm(fixture, "/inquiry", { ...INQUIRY, form })).status).toBe(303);
  expect(await fixture.store.inquiries.list()).toHaveLength(1);
});

it("the inquiry page returns an invalid question with everything typed, including the service", async () => {
  const fixture = createFormFixture();
  const { status, html } = await sendForm(fixture, "/inquiry", { ...INQUIRY, email: "nobody", telegram: "@x" });
  expect(status).toBe(422);
  expect(html).toContain("Could you weave this?</textarea>");
  expect(html).toContain('<option value="srv-weave" selected>');
  expect(html).toMatch(/id="field-email"[^>]*aria-invalid="true"[^>]*value="nobody"/);
  expect(html).toMatch(/id="field-telegram"[^>]*aria-invalid="true"/);
});

it("the inquiry page refuses forms from foreign pages, and forms that arrive too soon", async () => {
  const fixture = createFormFixture();
  expect((await sendForm(fixture, "/inquiry", INQUIRY, { headers: { Origin: "https://evil.example" } })).status).toBe(403);
  const early = await sendForm(fixture, "/inquiry", INQUIRY, { afterMs: 1_000 });
  expect(early.status).toBe(422);
  expect(early.html).toContain("Please try again in 3 seconds.");
  expect(early.html).toContain("Could you weave this?</textarea>");
});
