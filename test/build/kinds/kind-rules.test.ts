import { expect, it } from "vitest";
import { parseFiles, SITE } from "../parse/parse-files.ts";

async function check(file: string, front: string): Promise<readonly string[]> {
  const { lines } = await parseFiles({ "site.yaml": SITE, [file]: `---\n${front}\n---\nText.\n` });
  return lines.filter((line) => line.includes(file));
}

const service = (front: string): Promise<readonly string[]> => check("services/lesson.md", `title: Lesson\n${front}`);
const price = (pricing: string): Promise<readonly string[]> => service(`pricing: { ${pricing} }`);

it.each([
  ["latitude", "location: { name: Bergen, latitude: 60.4 }", "location.longitude"],
  ["longitude", "location: { name: Bergen, longitude: 5.3 }", "location.latitude"],
])("a photo with only a %s lacks the other coordinate", async (_, front, missing) => {
  expect(await check("photos/p.md", `title: P\nimage: { src: p.jpg, alt: P }\n${front}`)).toEqual([
    expect.stringContaining(`error  ${missing}: missing (write both latitude and longitude)`),
  ]);
});

it.each([
  ["model: fixed, currency: EUR", "pricing.amountMinor: missing, and the model is fixed"],
  ["model: fixed, amountMinor: 100", "pricing.currency: missing, and there is an amount"],
  ["model: range, amountMinor: 100, currency: EUR", "pricing.maxAmountMinor: missing, and the model is range"],
  ["model: range, amountMinor: 200, maxAmountMinor: 100, currency: EUR", "pricing.maxAmountMinor: 100 is less than amountMinor"],
])("a price needs the fields of its model: %s", async (pricing, message) => {
  expect(await price(pricing)).toEqual([expect.stringContaining(`error  ${message}`)]);
});

it("a price on request, and a range from an amount to the same amount, are valid", async () => {
  expect(await price("model: on_request")).toEqual([]);
  expect(await price("model: range, amountMinor: 100, maxAmountMinor: 100, currency: EUR")).toEqual([]);
});

it("a service's timeline must not end before it begins, and its id must fit in an address", async () => {
  expect(await service("timeline: { min: 3, max: 2, unit: day }")).toEqual([
    expect.stringContaining("error  timeline.max: 2 is less than min (want a max that is not less than min)"),
  ]);
  expect(await service("id: two words")).toEqual([expect.stringContaining('error  id: "two words" is not an id (want letters')]);
});

it("no service can have the slug to which inquiries are sent", async () => {
  expect(await service("slug: inquiries")).toEqual([
    expect.stringContaining('error  slug: inquiries are sent to "inquiries", so a service cannot have this slug'),
  ]);
});
