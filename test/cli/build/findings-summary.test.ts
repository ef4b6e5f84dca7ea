import { expect, it } from "vitest";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import { renderKinds } from "../../../cli/build/findings-summary.ts";

function summaryOf(...codes: readonly string[]): string {
  const diagnostics = new Diagnostics();
  for (const [index, code] of codes.entries())
    diagnostics.warning({ file: "a.md", line: index + 1, column: 1 }, { code, message: `no ${index}` });
  return renderKinds(diagnostics.all(), { env: {} });
}

const ten = Array.from({ length: 10 }, () => "old-date");

it("more than ten findings end with a summary by kind", () => {
  expect(summaryOf(...ten, "empty-link")).toBe(
    "\nby kind:\n10 × warning old-date\n     a.md:1:1 no 0\n 1 × warning empty-link\n     a.md:11:1 no 10\n",
  );
});

it("up to ten findings have no summary, because the screen shows them", () => {
  expect([summaryOf(), summaryOf("a"), summaryOf("a", "b", "c"), summaryOf(...ten)]).toEqual(["", "", "", ""]);
});
