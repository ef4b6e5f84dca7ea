import { expect, it } from "vitest";
import { findTextTags, translateWikiLinks } from "../../../../build/sources/syntax/wiki-links.ts";

const translate = (text: string, allowsHtml = true): string => translateWikiLinks(text, { allowsHtml });

it.each([
  ["\\\\[[a]] \\![[b]]", "\\\\[a](octavo-name:a) \\![b](octavo-name:b)"],
  ["See [[Grey heron]].", "See [Grey heron](octavo-name:Grey%20heron)."],
  ["[[birds/a_b#Nest & eggs|the *nest*]]", "[the *nest*](octavo-name:birds/a_b#nest--eggs)"],
  ["[[a_b]]", "[a\\_b](octavo-name:a_b)"],
  ["| [[heron\\|bird]] |", "| [bird](octavo-name:heron) |"],
  ["[[#Nest#Eggs]]", "[Nest > Eggs](#eggs)"],
  ["[[heron#^ab12]]", "[heron](octavo-name:heron)"],
  ["![[grey heron (1).png]]", "![](octavo-name:grey%20heron%20%281%29.png)"],
  ["![[heron.png|A heron]]", "![A heron](octavo-name:heron.png)"],
  ["![[heron.png|300]]", '<img src="octavo-name:heron.png" width="300">'],
  ['![[heron.png|A "heron"|300x200]]', '<img src="octavo-name:heron.png" alt="A &quot;heron&quot;" width="300" height="200">'],
  ["![[call.mp3]]", '<audio src="octavo-name:call.mp3" controls></audio>'],
  ["![[flight.mp4]]", '<video src="octavo-name:flight.mp4" controls></video>'],
  ["![[heron]]", "[heron](octavo-name:heron)"],
  ["![[notes.pdf]]", "[notes.pdf](octavo-name:notes.pdf)"],
  ["A line. ^ab12", "A line."],
  ["An ==important== word", "An <mark>important</mark> word"],
  ["a%%secret\nthing%%b", "a\nb"],
])("%j becomes %j", (text, expected) => {
  expect(translate(text)).toBe(expected);
});

it.each([
  "`[[x]]` and `==x==`",
  "```\n[[x]] %% #a\n```",
  "a == b == c",
  "2^10",
  "100 % of [x][y]",
  "\\[[Marsh]]",
  "[[ ]",
])("%j stays as it is", (text) => {
  expect(translate(text)).toBe(text);
});

it("a wiki link makes no HTML if it is not allowed", () => {
  expect(translate("![[heron.png|300]] ![[flight.mp4]] ==x==", false)).toBe(
    "![](octavo-name:heron.png) [flight.mp4](octavo-name:flight.mp4) ==x==",
  );
});

it("findTextTags finds the tags in a text, once each, and nothing else", () => {
  expect(findTextTags("#rain and #weather/rain, #rain.\n\n# Heading\n[x](#y) a#b #12 `#code` %%#secret%% #Übung-2")).toEqual([
    "rain",
    "weather/rain",
    "Übung-2",
  ]);
});
