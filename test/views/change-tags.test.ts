import { describe, expect, it } from "vitest";
import { changeTags } from "../../views/change-tags.ts";

const SITE = "https://own.example/";
const toLocal = (url: string): string => (url.startsWith(SITE) ? url.slice(SITE.length - 1) : url);

describe("tags", () => {
  it.each([
    ['<a href="https://own.example/x">https://own.example/x</a>', '<a href="/x">https://own.example/x</a>'],
    ["<A HREF = 'https://own.example/x'>x</A>", "<A HREF = '/x'>x</A>"],
    ["<a href=https://own.example/x>x</a>", "<a href=/x>x</a>"],
    ['<video poster="https://own.example/p" src="https://own.example/v"/>', '<video poster="/p" src="/v"/>'],
    ['<img srcset="https://own.example/a 1x, https://own.example/b 2x">', '<img srcset="/a 1x, /b 2x">'],
    ["<pre><code>x</code></pre><pre class=a>", '<pre tabindex="0"><code>x</code></pre><pre tabindex="0" class=a>'],
    [
      '<table><tr><th align="right">x</th><td>y</td></tr></table>',
      '<table tabindex="0"><tr><th class="align-right">x</th><td>y</td></tr></table>',
    ],
    [
      '<li><input type="checkbox" checked disabled> Wind <em title="<b>">the</em> "warp" &amp;\nrest\n<ul><li>x</li></ul></li>',
      '<li><input type="checkbox" checked disabled aria-label="Wind the &quot;warp&quot; &amp; rest"> Wind <em title="<b>">the</em> "warp" &amp;\nrest\n<ul><li>x</li></ul></li>',
    ],
    [
      '<p><input type="checkbox" disabled> Thread</p><p>More</p>',
      '<p><input type="checkbox" disabled aria-label="Thread"> Thread</p><p>More</p>',
    ],
  ])("are adapted to the page: %s", (html, changed) => {
    expect(changeTags(html, toLocal)).toBe(changed);
  });

  it.each([
    '<img src="/b" alt="<pre onerror=alert(1) x">',
    '<img src="/b" alt=\'<pre onerror=alert(1) x\' title = "<pre">',
    '<a href="https://x.example/share?u=https://own.example/b/">b</a>',
    '<a title=" href=https://own.example/b" href="/b">b</a>',
    '<img srcset="https://x.example/?u=https://own.example/a 1x">',
    '<img alt="See https://own.example/" data-src="https://own.example/a">',
    "<prefix>&lt;pre</prefix>",
    '<label><input type="checkbox" name="a" disabled> Mine</label>',
    '<li><input type="checkbox" disabled></li>',
    '<!-- <pre> <a href="https://own.example/"> -->',
    '<script>const a = "<pre>";</script>',
    '<p data-a="><pre>">b</p>',
  ])("are unchanged if there is nothing to adapt: %s", (html) => {
    expect(changeTags(html, toLocal)).toBe(html);
  });

  it("are found in linear time", () => {
    const hard = `<a ${'b="'.repeat(2_000)}${"= ".repeat(2_000)}`;
    expect(changeTags(hard, toLocal)).toBe(hard);
  });

  it("label a box with the beginning of a long item, wherever it is cut", () => {
    const box = '<li><input type="checkbox" disabled>';
    const labelOf = (text: string): string => /aria-label="([^"]*)"/.exec(changeTags(`${box}${text}</li>`, toLocal))?.[1] ?? "";
    // 20 MB would overflow the stack of a regular expression that scans the text.
    expect(labelOf("<i>x</i>".repeat(2_500_000))).toBe("x".repeat(250));
    for (let shift = 0; shift < 8; shift += 1) {
      expect(labelOf(`${"y".repeat(1_990 + shift)}<b>&amp;</b> ${"z".repeat(50)}`)).toMatch(/^y+(?:&amp;)?(?: z*)?$/);
    }
  });
});
