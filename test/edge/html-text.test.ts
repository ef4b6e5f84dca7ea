import { describe, expect, it } from "vitest";
import { toPlainText } from "../../edge/html-text.ts";

describe("toPlainText", () => {
  it("leaves the text alone of what a serialiser wrote", () => {
    expect(toPlainText('<p title="a > b">Salt <em>&#x26;</em>\n iron&nbsp;&#8212; 1 &#x3C; 2 &lt;b&gt;</p><!-- x > y -->')).toBe(
      "Salt & iron — 1 < 2 <b>",
    );
  });

  it("keeps the words of neighbouring blocks apart, and those that are part emphasised together", () => {
    expect(toPlainText("<ul><li>one</li><li>two<br>three</li></ul>")).toBe("one two three");
    expect(toPlainText('un<em>believ</em>able <a href="/x">link</a>.')).toBe("unbelievable link.");
  });

  it("leaves references alone that mean nothing, and decodes once", () => {
    expect(toPlainText("&unknown; &#x110000; &#x26;lt; a < b")).toBe("&unknown; &#x110000; &lt; a < b");
  });
});
