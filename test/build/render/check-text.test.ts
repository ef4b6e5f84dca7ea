import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../build/config/load-config.ts";
import { createRenderer } from "../../../build/render/renderer.ts";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import { linesOf } from "../parse/parse-files.ts";

/** The most findings of one kind that a file shows. */
const SHOWN_MAX = 20;
const SEVERE = { anchors: "warning", markdown: "warning" } as const;

async function findings(markdown: string, path = "posts/a.md"): Promise<readonly string[]> {
  const { config } = await loadConfig({ cwd: "/nowhere" });
  const { render } = await createRenderer(config.markdown, { checks: SEVERE });
  const diagnostics = new Diagnostics();
  const references = { link: () => null, picture: () => null };
  await render({ markdown, file: { path, relative: path, absolute: `/${path}` }, line: 5, language: "en" }, references, diagnostics);
  return linesOf(diagnostics).map((line) => line.replace(`${path}:`, ""));
}

it("a link to a missing place in a text is found, with the nearest one", async () => {
  expect(
    await findings("# Tide tables\n\n[a](#tide-table) [b](#tide-tables) [c](#top) [d](#comments) [e](#x)\n\n<a name=x></a>\n"),
  ).toEqual(['7:5  warning  "#tide-table": this text has no such place (did you mean #tide-tables?)']);
  // Other tools may add anchors that Octavo does not know.
  expect(await findings("[a](#b) {{< anchor b >}}")).toEqual([]);
  expect(await findings("[a](#b)", "posts/a.mdx")).toEqual([]);
});

it("references and footnotes without a definition are found where readers would see them", async () => {
  expect(await findings("See [the docs][docs] and this[^note].\n\n[^Used]: Rain.\n")).toEqual([
    '5:5  warning  "[the docs][docs]" stays in the text, because "docs" is not defined (add a line [docs]: address)',
    '5:30  warning  "[^note]" stays in the text, because there is no such footnote (add a line [^note]: text)',
  ]);
  const fine =
    "rows[i][j], `[the docs][docs]`, \\[the docs\\]\\[docs\\], [^a-z], [the docs][known]\n\n    [the docs][docs]\n\n[known]: /x\n";
  expect(await findings(fine)).toEqual([]);
});

it("the hint of a reference names a definition made by template code; parameters of a function are not references", async () => {
  expect(await findings("See [the docs][docs], makedirs(name[, mode=0o777][, exist_ok=False]).\n\n[docs]: {{ site.url }}/docs\n")).toEqual([
    '5:5  warning  "[the docs][docs]" stays in the text, because "docs" is not defined (its line [docs]: has template code, which is not run, so write the actual address)',
  ]);
});

it.each(["1", "a", "2b"])("a reference by the label %s is found if its text has words", async (label) => {
  expect(await findings(`See [the docs][${label}], rows[0][${label}] and [x][${label}].\n`)).toEqual([
    `5:5  warning  "[the docs][${label}]" stays in the text, because "${label}" is not defined (add a line [${label}]: address)`,
  ]);
  expect(await findings(`See [the docs][${label}].\n\n[${label}]: /x\n`)).toEqual([]);
});

it("links without an address or without text are found", async () => {
  expect(await findings("[rain]() and [](https://x.example), but [![A](b.png)](c)")).toEqual([
    "5:1  warning  the link has no address (write [text](address), or only the text)",
    "5:14  warning  the link has no text, so nobody sees it (write [text](address))",
  ]);
});

it("the remains of a merge are found, but not in code", async () => {
  const merge = "<<<<<<< HEAD\nrain\n=======\nsun\n>>>>>>> main\n";
  expect(await findings(`Text\n\n${merge}`)).toEqual([expect.stringMatching(/^7:1 {2}warning {2}this is an unresolved merge conflict/)]);
  expect(await findings(`\`\`\`\n${merge}\`\`\`\n`)).toEqual([]);
});

it("a conflict without one of its markers does not count, and each of several is found", async () => {
  const [ours, middle, theirs] = ["<<<<<<< HEAD\nrain\n", "=======\nsun\n", ">>>>>>> main\n"];
  for (const text of [ours, ours + middle, ours + theirs, middle + theirs, theirs + middle + ours])
    expect(await findings(text)).toEqual([]);
  const places = (await findings(`${ours + middle + theirs}\n${ours + ours + middle + theirs}`)).map((line) => line.split(" ")[0]);
  expect(places).toEqual(["5:1", "13:1"]);
});

describe("time grows with the length of a text, not faster:", () => {
  const markers = "<<<<<<< HEAD\n\n=======\n\n>>>>>>> main\n\n";
  it.each([
    ["markers of conflicts", markers, SHOWN_MAX],
    ["conflicts that do not end", "<<<<<<< HEAD\n\n=======\n\n", 0],
    ["blocks without an end", "> ~~~\n> x\n\n", SHOWN_MAX],
    ["undefined references", "[the docs][1]\n\n", SHOWN_MAX],
  ])("%s", { timeout: 60_000 }, async (_what, part, found) => {
    const millisecondsOf = async (count: number): Promise<number> => {
      const before = process.cpuUsage();
      expect(await findings(part.repeat(count))).toHaveLength(found);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    await millisecondsOf(1_000);
    const [some, more] = [await millisecondsOf(1_000), await millisecondsOf(4_000)];
    // Four times the work. Quadratic time would be sixteen times as long, and a cubic scan never
    // ends.
    expect(more / some).toBeLessThan(10);
  });
});

it("a block of code without an end is found, even in a list, and others are not", async () => {
  expect(await findings("a\n\n```js\nx\n\nb\n")).toEqual([
    expect.stringMatching(/^7:1 {2}warning {2}the code block that begins here is not closed/),
  ]);
  expect(await findings("```js\nx\n```\n\n> ~~~\n> x\n> ~~~\n\n- ```\n  x\n  ```\n\n````\n```\n````\n\n    indented\n")).toEqual([]);
});

it("a fence directly below a tag is found as the cause; deeper indentation and blocks in components are fine", async () => {
  const lost = "<Tabs>\n  <Tab>\n  ```sh\n  a\n\n  b\n  ```\n  </Tab>\n</Tabs>\n\nMore.\n";
  const cause = [
    "7:3  warning  this ``` is part of the HTML above it, so the code begins at the next ``` (put an empty line between the tag and the code)",
  ];
  expect(await findings(lost, "posts/a.mdx")).toEqual(cause);
  expect(await findings(lost)).toEqual(cause);
  expect(await findings("<Tabs>\n  <Tab>\n\n  ```sh\n  a\n\n  b\n   ```\n\n  </Tab>\n</Tabs>\n", "posts/a.mdx")).toEqual([]);
  expect(await findings("<Tab>\n  ```sh\n  a\n  ```\n</Tab>\n", "posts/a.mdx")).toEqual([]);
  expect(await findings("> - ```sh\n>   a\n>\n>   b\n>   ```\n>\n> More.\n")).toEqual([]);
});
