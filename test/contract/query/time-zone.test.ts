import { expect, it } from "vitest";
import { isTimeZone, toSupportedTimeZone } from "../../../contract/query/time-zone.ts";

it("time zones are IANA names", () => {
  for (const name of ["UTC", "Europe/Oslo", "America/Argentina/Buenos_Aires"]) expect(isTimeZone(name)).toBe(true);
  for (const name of ["Oslo", "+02:00", "Europe/Atlantis", ""]) expect(isTimeZone(name)).toBe(false);
});

it("UTC replaces a zone that is missing or that this machine does not know", () => {
  for (const name of ["Europe/Atlantis", "+02:00", "", null, undefined]) expect(toSupportedTimeZone(name)).toBe("UTC");
  expect(toSupportedTimeZone("Pacific/Auckland")).toBe("Pacific/Auckland");
});
