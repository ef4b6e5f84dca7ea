import { describe, expect, it } from "vitest";
import { attributes, html, join, rawHtml } from "../../views/html.ts";

describe("a template of HTML", () => {
  it("escapes text in elements and in attributes", () => {
    const text = `<script>"&`;
    expect(html`<p title="${text}">${text}</p>`.text).toBe('<p title="&lt;script&gt;&quot;&amp;">&lt;script&gt;&quot;&amp;</p>');
  });

  it("leaves out null, undefined and booleans, and accepts lists and other templates", () => {
    expect(html`${null}${undefined}${false}${true}${["a", html`<br>`, 2]}`.text).toBe("a<br>2");
  });

  it("inserts safe HTML unchanged", () => {
    expect(html`${rawHtml("<b>&amp;</b>")}`.text).toBe("<b>&amp;</b>");
  });
});

describe("attributes", () => {
  it("are left out if they have no value, and have none if they are true", () => {
    expect(html`<a${attributes({ href: '/"', id: null, title: undefined, hidden: false, download: true, width: 0 })}>`.text).toBe(
      '<a href="/&quot;" download width="0">',
    );
  });
});

describe("joined parts", () => {
  it("have the separator between non-empty parts", () => {
    expect(html`${join(["a", null, "", html`<b></b>`, false, "c"], ", ")}`.text).toBe("a, <b></b>, c");
  });
});
