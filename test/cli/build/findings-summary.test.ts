import { expect, it } from "vitest";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import { renderKinds } from "../../../cli/build/findings-summary.ts";

function summaryOf(...codes: readonly string[]): string {
  const diagnostics = new Diagnostics();
  for (const [index, code] of codes.entries())
    diagnostics.warning({ file: "a.md", line: index + 1, column: 1 }, { code, message: `no ${index}` });
  return renderKinds(diagnostics.all());
}

it("the summary by kind stands at the end of findings of several kinds, however few", () => {
  expect(summaryOf("old-date", "empty-link")).toBe(
    "\nby kind:\n1 × warning empty-link\n    a.md:2:1 no 1\n1 × warning old-date\n    a.md:1:1 no 0\n",
  );
});

it("it leaves out what the screen shows already: nothing, one finding, few of one kind", () => {
  expect([summaryOf(), summaryOf("a"), summaryOf("a", "a", "a")]).toEqual(["", "", ""]);
  expect(summaryOf("a", "a", "a", "a")).toContain("4 × warning a");
});
