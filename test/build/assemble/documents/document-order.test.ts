import { expect, it } from "vitest";
import { compareByNumber, createDater } from "../../../../build/assemble/documents/document-order.ts";
import { photos as photoKind } from "../../../../kinds/photos.ts";
import { makePhoto } from "../../../edge/site-fixture.ts";

it("a photo without takenAt is sorted by publishedAt in the site's time zone, and one without either comes last", () => {
  const photos = [
    makePhoto("neither"),
    makePhoto("published-at-noon", { publishedAt: "2024-06-01T12:00:00.000Z" }),
    makePhoto("taken-at-eleven", { takenAt: "2024-06-01T11:00:00", publishedAt: "2030-01-01T00:00:00.000Z" }),
    makePhoto("taken-at-three", { takenAt: "2024-06-01T15:00:00" }),
  ];
  const orderIn = (timeZone: string) => {
    const compare = compareByNumber(createDater(photoKind, timeZone));
    return photos.toSorted((a, b) => compare(b, a)).map(({ slug }) => slug);
  };
  expect(orderIn("Europe/Oslo")).toEqual(["taken-at-three", "published-at-noon", "taken-at-eleven", "neither"]);
  expect(orderIn("Pacific/Auckland")).toEqual(["published-at-noon", "taken-at-three", "taken-at-eleven", "neither"]);
  expect(orderIn("America/St_Johns")).toEqual(["taken-at-three", "taken-at-eleven", "published-at-noon", "neither"]);
});
