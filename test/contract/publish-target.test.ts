import { expect, it } from "vitest";
import { readPublishTarget } from "../../contract/config/publish-target.ts";

it("readPublishTarget reads a target's name, and its place after the first colon", () => {
  expect(readPublishTarget("cloudflare")).toEqual({ name: "cloudflare", place: "" });
  expect(readPublishTarget("git")).toEqual({ name: "git", place: "origin/gh-pages" });
  expect(readPublishTarget("git:backup/site/live")).toEqual({ name: "git", place: "backup/site/live" });
  for (const place of ["you@ines.example:/srv/my site", "/srv/www", "../www", "you@[::1]:site", "ines.example::module/site"])
    expect(readPublishTarget(`rsync:${place}`)).toEqual({ name: "rsync", place });
});

it.each([
  ["", "is not a target"],
  ["constructor", "is not a target"],
  ["ftp:x", "is not a target"],
  ["netlify:site", "must not have a colon"],
  ["rsync", "names no folder"],
  ["rsync:/", "names no folder"],
  ["rsync:..", "names no folder"],
  ["rsync:you@ines.example:", "names no folder"],
  ["rsync:-e sh", "begins with a hyphen, which rsync would read as an option"],
  ["rsync:/srv/a\nb", "has control characters"],
  ["git:gh-pages", "names no branch"],
  ["git:-u/gh-pages", "names no remote"],
  ["git:origin/-x", "names no branch"],
  ["git:origin/a..b", "names no branch"],
  ["git:origin/a.lock", "names no branch"],
  ["git:origin/a b", "names no branch"],
  ["git:origin/+a", "names no branch"],
  ["git:origin/a/", "names no branch"],
])("%j: %s", (written, problem) => {
  expect(readPublishTarget(written)).toBe(problem);
});
