import { describe, expect, it } from "vitest";
import { type SyntaxOptions, translateSyntax } from "../../../../build/sources/syntax/translate-syntax.ts";

const OPTIONS: SyntaxOptions = {
  shortcodes: {},
  wikiLinks: false,
  rawHtml: "allow",
  hasPlugins: false,
  fail: (offset, message, hint) => {
    throw new Error(`${offset}: ${message} (${hint})`);
  },
};

const translate = (text: string, options: Partial<SyntaxOptions> = {}): string => translateSyntax(text, { ...OPTIONS, ...options });

describe("shortcodes and tags", () => {
  it.each([
    ['{{< figure src="a b.jpg" alt="Rain [1]" >}}', "![Rain \\[1\\]](a%20b.jpg)"],
    [
      "{{< figure src='/a.jpg' caption='Rain & \"mud\"' width=\"300\" >}}",
      '<figure><img src="/a.jpg" alt="Rain &amp; &quot;mud&quot;" width="300"><figcaption>Rain &amp; &quot;mud&quot;</figcaption></figure>',
    ],
    ["{% asset_img mud.png Deep mud %}", "![Deep mud](mud.png)"],
    ["{% img left /a.png 200 100 Mud %}", "![Mud](/a.png)"],
    ["{{< gist ada 12ab >}}", "<https://gist.github.com/ada/12ab>"],
    ["{{< tweet user=ada id=12 >}}", "<https://twitter.com/i/status/12>"],
    ["{% highlight js linenos %}\n{{ x }}\n{% endhighlight %}", "```js\n{{ x }}\n```"],
    ['{{< code lang="py" title="main.py" >}}\n_a_\n{{< /code >}}', '```py title="main.py"\n_a_\n```'],
    ["{{< highlight go >}}\na ``` b\n{{< /highlight >}}", "````go\na ``` b\n````"],
    ["{% raw %}{{ x }} {% y %}{% endraw %}", "{{ x }} {% y %}"],
    ["a{% comment %}secret{% endcomment %}b", "ab"],
    ["{% katex(block=true) %}\nx^2\n{% end %}", "$$\nx^2\n$$"],
    ['{{ katex(body="a") }}', "$a$"],
    ["{{< notice tip >}}\nBring *boots*.\n{{< /notice >}}", "> [!tip]\n> Bring *boots*.\n"],
    ["{% note info %}\nA\n\nB\n{% endnote %}", "> [!note] info\n> A\n>\n> B\n"],
    ['{{% details "More" %}}\nMud\n{{% /details %}}', "> [!details]- More\n> Mud\n"],
    ["{% blockquote Ada %}\nRain.\n{% endblockquote %}", "> Rain.\n>\n> — Ada"],
    ["[TOC]\n\nRain", "\n\nRain"],
    ["* TOC\n{:toc}\n\nRain", "\n\n\nRain"],
    ["![a]({{ site.baseurl }}/a.png) {{ '/b.png' | relative_url }}", "![a](/a.png) /b.png"],
    ['[a]({{< ref "b c.md#d" >}})', "[a](octavo-name:b%20c.md#d)"],
    ["[a]({% post_url 2016-01-01-b %})", "[a](octavo-name:2016-01-01-b)"],
    ["{% post_link b More rain %}", "[More rain](octavo-name:b)"],
    ["[a]({filename}/b/c.md#d) ![e](|static|f.png)", "[a](octavo-name:/b/c.md#d) ![e](octavo-name:f.png)"],
    ["`[a]({filename}b.md)` and {static}", "`[a]({filename}b.md)` and {static}"],
    ["{{</* figure src=1 */>}}", "{{&lt; figure src=1 &gt;}}"],
  ])("%j becomes %j", (text, expected) => {
    expect(translate(text)).toBe(expected);
  });

  it.each([
    "{{< youtube dQw4w9WgXcQ >}}",
    '{{ youtube(id="dQw4w9WgXcQ") }}',
    "{% youtube https://www.youtube.com/watch?v=dQw4w9WgXcQ %}",
    '{% include youtube.html id="dQw4w9WgXcQ" %}',
  ])("%s is a frame, and a link where HTML is not allowed", (text) => {
    expect(translate(text)).toMatch(
      /^<iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ" title="YouTube" [^>]+><\/iframe>$/,
    );
    expect(translate(text, { rawHtml: "escape" })).toBe("<https://www.youtube.com/watch?v=dQw4w9WgXcQ>");
  });

  it.each([
    "{{< map 1 >}} and {% poem %}a{% endpoem %}",
    "`{{< youtube x >}}`",
    "```\n{% highlight js %}\n```",
    "{{ page.title }}",
    "{% highlight js %} without an end",
    "no sign of any",
    'Text\n\n    {{ "x" }} {% raw %}a{% endraw %}',
    "# Title\n    {{ site.url }}",
    "- a\n\n      {{ site.url }}\n\n  ```\n  {{ site.url }}\n  ```",
    "1. a\n\n    ```\n    {{ site.url }}\n    ```",
    "> ```\n> {{ site.url }}\n> ```\n>\n>     {{ site.url }}",
    "``{{ site.url }} ` `` and `a\n{{ site.url }}`",
    "<pre>\n\n{{ site.url }}\n```\n</pre>",
    "a <code>{{ site.url }}</code> b",
    "```\n[TOC]\n```\n{{< x >}}",
    "~~~\n```\n{{ site.url }}\n~~~",
    "-\t{{< x >}}\n\n\t\t{{ site.url }}",
    "{{< toString >}} {% constructor %}a{% endconstructor %}\n:::constructor\na\n:::",
  ])("%j stays as it is", (text) => {
    expect(translate(text)).toBe(text);
  });

  it.each([
    ["\n===\n    {{ site.url }}a", "\n===\n    a"],
    ["Text\n    {{ site.url }}a", "Text\n    a"],
    ["- a\n\n    {{ site.url }}b", "- a\n\n    b"],
    ["> ```\n{{ site.url }}b", "> ```\nb"],
    ["\\`{{ site.url }}a`", "\\`a`"],
    ["`a\n\n{{ site.url }}b`", "`a\n\nb`"],
    ["```js\nx\n```\n{{ site.url }}b", "```js\nx\n```\nb"],
    ["<script>\n```\n{{ site.url }}b\n</script>", "<script>\n```\nb\n</script>"],
  ])("%j is not code", (text, expected) => {
    expect(translate(text)).toBe(expected);
  });

  it("a line of HTML does not make the next line HTML", () => {
    expect(translate("> {{< youtube x >}}\n> Text *em*")).toMatch(/^> <!-- --><iframe [^>]+><\/iframe>\n> Text \*em\*$/);
    expect(translate("{{< youtube x >}}\n\nText")).toMatch(/^<iframe/);
    const picture = '<img src="octavo-name:a.png" width="300">';
    expect(translate("![[a.png|300]]\n![[b.jpg|A heron]]", { wikiLinks: true })).toBe(`${picture}&#32;\n![A heron](octavo-name:b.jpg)`);
  });

  it("tags and directives inside 50 others stay as text", () => {
    const tags = translate(`${"{{< note >}}".repeat(60)}a${"{{< /note >}}".repeat(60)}`);
    expect(tags.match(/\[!note\]/g)).toHaveLength(50);
    expect(tags.match(/\{\{< note/g)).toHaveLength(10);
    const directives = translate(`${":::note\n".repeat(60)}a\n${":::\n".repeat(60)}`);
    expect(directives.match(/\[!note\]/g)).toHaveLength(50);
    expect(directives.match(/:::note/g)).toHaveLength(10);
  });

  it("each shortcode is called once, even if those around it stay", () => {
    let calls = 0;
    const shortcodes = {
      a: ({ content }: { readonly content: string | null }): null => {
        if (content === "x") calls += 1;
        return null;
      },
    };
    translate(`${"{{< a >}}".repeat(40)}x${"{{< /a >}}".repeat(40)}`, { shortcodes });
    expect(calls).toBe(1);
  });

  it("a shortcode within another is translated first, and lines keep their numbers", () => {
    const text = '{{< note >}}\n{{< figure\n  src="a.png"\n  alt="A" >}}\n{{< /note >}}\nlast';
    expect(translate(text)).toBe("> [!note]\n> ![A](a.png)\n>\n>\n\nlast");
  });
});

describe("directives", () => {
  it.each([
    [":::note\nRain\n:::\nafter", "> [!note]\n> Rain\n\nafter"],
    [":::tip[The *title*]\nRain\n:::", "> [!tip] The *title*\n> Rain\n"],
    [":::warning Mind the mud\n\nRain\n\n:::", "> [!warning] Mind the mud\n>\n> Rain\n>\n"],
    ["::: {.callout-important title='Mud'}\nRain\n:::", "> [!important] Mud\n> Rain\n"],
    ["::::note\n:::tip\na\n:::\nb\n::::", "> [!note]\n> > [!tip]\n> > a\n>\n> b\n"],
    ["- a\n\n    :::note\n    b\n    :::", "- a\n\n    > [!note]\n    > b\n"],
    ["::: details Click\na\n:::", "> [!details]- Click\n> a\n"],
  ])("%j becomes %j", (text, expected) => {
    expect(translate(text)).toBe(expected);
  });

  it.each([":::rain\na\n:::", ":::note\nno end", "    :::note\n    a\n    :::", "```\n:::note\n:::\n```"])("%j stays as it is", (text) => {
    expect(translate(text)).toBe(text);
  });

  it("are left to plugins, if there are any", () => {
    expect(translate(":::note\na\n:::\n[TOC]", { hasPlugins: true })).toBe(":::note\na\n:::\n[TOC]");
  });
});

describe("the site's own transforms", () => {
  it("replace built-in ones, add others, and turn names off", () => {
    const shortcodes = {
      youtube: ({ args }: { readonly args: readonly string[] }): string => `[film](/films/${args[0]})`,
      rain: ({ name, named, content }: { readonly name: string; readonly named: object; readonly content: string | null }): string =>
        `${name} ${JSON.stringify(named)} ${content?.trim()}`,
      gist: false as const,
    };
    expect(translate("{{< youtube x >}} {% gist 1 %}\n:::rain{a=1}\n{{< youtube y >}}\n:::", { shortcodes })).toBe(
      '[film](/films/x) {% gist 1 %}\nrain {"a":"1"} [film](/films/y)\n\n',
    );
    expect(translate("{{< youtube x >}}", { shortcodes: false })).toBe("{{< youtube x >}}");
  });

  it("report their errors at the shortcode", () => {
    const reported: unknown[] = [];
    const shortcodes = {
      a: (): string => {
        throw new Error("no rain");
      },
      b: (): string => 1 as unknown as string,
    };
    const fail: SyntaxOptions["fail"] = (offset, message) => reported.push([offset, message]);
    translate("x {{< a >}}\n{{< b >}}", { shortcodes, fail });
    translate("{{ site.url }}\n:::note\n:::\n:::a\n:::", { shortcodes, fail });
    translate("[[rain]]\n{{< a >}}", { shortcodes, fail, wikiLinks: true });
    expect(reported).toEqual([
      [2, "markdown.shortcodes.a throws: no rain"],
      [12, "markdown.shortcodes.b returns number, not text"],
      [27, "markdown.shortcodes.a throws: no rain"],
      [9, "markdown.shortcodes.a throws: no rain"],
    ]);
  });
});
