import { type BuildNews, type BuildProblem, EVENTS_PATH } from "./build-events.ts";
import { h } from "./element.ts";

/** Shows each build at once, and what is wrong with the files: first those of the page that is open. */
export function watchBuilds({ reload }: { reload(): Promise<void> }): void {
  const panel = h("aside", { class: "problems", "aria-label": "Mistakes in the content", hidden: true });
  document.body.append(panel);
  let first = true;
  const events = new EventSource(EVENTS_PATH);
  events.addEventListener("build", ({ data }) => {
    const news: BuildNews = JSON.parse(data);
    show(panel, news);
    // The first tells of the build that the page is of.
    if (news.ok && !first) void reload();
    first = false;
  });
}

function show(panel: HTMLElement, { ok, problems }: BuildNews): void {
  panel.hidden = problems.length === 0;
  const here = (problem: BuildProblem): boolean => problem.page !== null && problem.page === location.pathname;
  const sorted = [...problems].sort((a, b) => Number(here(b)) - Number(here(a)));
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const counts = [
    errors > 0 && `${errors} ${errors === 1 ? "mistake" : "mistakes"}`,
    warnings > 0 && `${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
  ];
  panel.replaceChildren(
    h(
      "details",
      { open: !ok || problems.some(here) },
      h("summary", {}, counts.filter(Boolean).join(", "), ok ? "" : ": the last good build is shown"),
      h(
        "ol",
        {},
        sorted
          .slice(0, 20)
          .map((problem) =>
            h(
              "li",
              { class: problem.severity },
              h("code", {}, `${problem.file}:${problem.line}:${problem.column}`),
              " ",
              problem.message,
              problem.remedy === null ? null : h("span", {}, ` ${problem.remedy}`),
            ),
          ),
      ),
    ),
  );
}
