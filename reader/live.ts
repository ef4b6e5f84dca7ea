import { putBelow } from "../contract/text/base-path.ts";
import { type BuildNews, type BuildProblem, EVENTS_PATH } from "./build-events.ts";
import { h } from "./element.ts";
import { currentPath, readBase, toSitePath } from "./reader-facts.ts";

const BADGES = { draft: "Draft", scheduled: "Dated ahead" } as const;

/** Additions of `dev` to the pages of the site. */
export interface BuildWatch {
  /** Marks links to pages that are not public yet. */
  markPreviews(view: HTMLElement): void;
}

/** Shows the result of each build, and its mistakes and warnings: those of the open page first. */
export function watchBuilds(main: HTMLElement, { reload }: { reload(): Promise<void> }): BuildWatch {
  const panel = h("aside", { class: "problems", "aria-label": "Mistakes in the content", hidden: true });
  document.body.append(panel);
  let first = true;
  let previews: BuildNews["previews"] = {};
  const markPreviews = (view: HTMLElement): void => {
    for (const old of view.querySelectorAll(".badge")) old.remove();
    for (const heading of view.querySelectorAll("h1, article h2")) {
      const page = heading.localName === "h1" ? currentPath() : toSitePath(heading.querySelector("a")?.pathname ?? "");
      const reason = previews[page ?? ""];
      if (reason !== undefined) heading.append(h("span", { class: "badge", dir: "ltr" }, BADGES[reason]));
    }
  };
  const events = new EventSource(putBelow(readBase(), EVENTS_PATH));
  events.addEventListener("build", ({ data }) => {
    const news: BuildNews = JSON.parse(data);
    show(panel, news);
    previews = news.previews;
    markPreviews(main);
    // The first event is about the build that the page already shows.
    if (news.ok && !first) void reload();
    first = false;
  });
  return { markPreviews };
}

function show(panel: HTMLElement, { ok, problems }: BuildNews): void {
  panel.hidden = problems.length === 0;
  const here = (problem: BuildProblem): boolean => problem.page !== null && problem.page === currentPath();
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
              problem.remedy === null ? null : h("span", {}, problem.remedy),
            ),
          ),
      ),
    ),
  );
}
