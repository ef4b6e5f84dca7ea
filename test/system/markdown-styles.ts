/**
 * How a page shows test/fixtures/markdown/everything.md: the same on the website and in the Astro
 * template.
 */
export const MARKDOWN_STYLES = {
  alertsWithBar: 5,
  alertColours: 4,
  footnote: true,
  alignment: ["start", "right", "center", "start"],
  codeTitle: '"tide.ts"',
  lineNumbers: 6,
  marked: [2, 4, 5],
  colouredCode: true,
  deletedIsNotAdded: true,
  caption: true,
  summaryIsBold: true,
  cards: ["YouTube", "GitHub"],
  formulas: [true, true],
  // Limits from DESIGN: wide parts scroll by themselves, and no column is narrower than 8rem.
  wideParts: 0,
  columnIsWide: true,
};

/** Runs in the page. */
export function readMarkdownStyles(): typeof MARKDOWN_STYLES {
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`.prose ${selector}`)];
  const style = (element: Element | undefined, part?: string): CSSStyleDeclaration => getComputedStyle(element ?? document.body, part);
  const [code] = all("code.hljs");
  const alerts = all(".markdown-alert");
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return {
    alertsWithBar: alerts.filter((alert) => Number.parseFloat(style(alert).borderInlineStartWidth) > 1).length,
    alertColours: new Set(alerts.map((alert) => style(alert).borderInlineStartColor)).size,
    footnote: all("sup a")[0]?.getAttribute("href") === `#${all(".footnotes li")[0]?.id}`,
    alignment: all("thead th").map((cell) => style(cell).textAlign),
    codeTitle: style(all("pre[data-title]")[0], "::before").content,
    lineNumbers: all("pre .line").filter((line) => style(line, "::before").content !== "none").length,
    marked: all("pre .line.marked")
      .filter((line) => style(line).backgroundColor !== style(all("pre .line")[0]).backgroundColor)
      .map((line) => Number(line.dataset.line)),
    colouredCode: new Set(all("code.hljs span[class^=hljs]").map((word) => style(word).color)).size > 3 && style(code).color !== "",
    deletedIsNotAdded: style(all(".hljs-deletion")[0]).color !== style(all(".hljs-addition")[0]).color,
    caption: (all("figure figcaption")[0]?.getBoundingClientRect().height ?? 0) > 10,
    summaryIsBold: Number(style(all("details summary")[0]).fontWeight) >= 600,
    cards: all(".embed").flatMap((card) => (Number.parseFloat(style(card).borderTopWidth) > 0 ? [card.dataset.provider ?? ""] : [])),
    formulas: all("math").map((formula) => formula.getBoundingClientRect().width > 40),
    wideParts: all("> *").filter((part) => part.getBoundingClientRect().right > innerWidth + 1).length,
    columnIsWide: all("thead th").every((cell) => cell.getBoundingClientRect().width >= 8 * rem - 1 || innerWidth > 1000),
  };
}
