import { expect, test } from "vitest";
import { readRetention, retentionText } from "../../../server/privacy/retention-config.ts";
import { ConfigError } from "../../../server/server-config.ts";
import { DEFAULT_RETENTION } from "../../../server/store/privacy-types.ts";

test("named periods change, other periods keep their defaults, and an empty setting changes nothing", () => {
  expect(readRetention("emails=never, inquiries=730 spam=0")).toEqual({ ...DEFAULT_RETENTION, emails: null, inquiries: 730, spam: 0 });
  expect([readRetention(undefined), readRetention(" ")]).toEqual([null, null]);
});

test("the printed form can be parsed again", () => {
  expect(retentionText(DEFAULT_RETENTION)).toBe("rejected=30 spam=30 emails=365 events=90 inquiries=never");
  const other = { rejected: 0, spam: null, emails: 7, events: null, inquiries: 1 };
  expect(readRetention(retentionText(other))).toEqual(other);
});

test("all mistakes are reported at once, with the expected form", () => {
  const read = () => readRetention("emails=12m comments=3 spam=-1 events events=90=9 rejected=30");
  expect(read).toThrow(ConfigError);
  expect(read).toThrow('OCTAVO_RETENTION has "emails=12m", "comments=3", "spam=-1", "events", "events=90=9"');
  try {
    read();
  } catch (error) {
    expect((error as ConfigError).hint).toBe(`want days or never, separated by spaces: ${retentionText(DEFAULT_RETENTION)}`);
  }
});
