import { expect, it } from "vitest";
import { maxBackupAge, readBackupPlan } from "../../../server/backups/backup-plan.ts";

const KEY = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
const read = (text: string | undefined) => readBackupPlan(text, "/srv/site");

it("reads who makes backups, how often, how many, and for whom", () => {
  expect(read(undefined)).toEqual({ kind: "manual" });
  expect(read(" ")).toEqual({ kind: "manual" });
  expect(read("elsewhere")).toEqual({ kind: "elsewhere" });
  expect(read("/var/backups/octavo")).toEqual({ kind: "own", folder: "/var/backups/octavo", every: "daily", keep: 14, recipient: null });
  expect(read(`backups, hourly ,keep=48,age=${KEY}`)).toEqual({
    ...{ kind: "own", folder: "/srv/site/backups", every: "hourly", keep: 48 },
    recipient: KEY,
  });
});

it.each([
  ["daily,keep=3", '"daily" is not a folder'],
  ["keep=3", '"keep=3" is not a folder'],
  ["/b,dayly", '"dayly" is not known'],
  ["/b,keep=0", '"keep=0" is not known'],
  ["/b,age=AGE-SECRET-KEY-1QQ", "is not an age public key"],
])("readBackupPlan refuses %j and states why", (text, message) => {
  expect(() => read(text)).toThrow(message);
});

it("maxBackupAge allows some time after a backup is due before it is too old", () => {
  const HOUR = 3_600_000;
  expect(["hourly", "daily", "weekly"].map((every) => maxBackupAge(read(`/b,${every}`)) / HOUR)).toEqual([2, 30, 192]);
  expect(maxBackupAge(read(undefined)) / HOUR).toBe(192);
});
