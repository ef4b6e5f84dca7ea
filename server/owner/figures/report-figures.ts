import { z } from "zod";
import { readPostReport } from "../../report/post-report-model.ts";
import { readReport } from "../../report/report-model.ts";
import { defineOperation } from "../owner-operation.ts";
import { Days, DocumentSlug, FiguresReport, Limit, OnePost, TimeZone } from "./figure-schemas.ts";

const LIST_LIMIT = 15;

/** The figures of the engagement report. Posts are identified by slug; the caller adds titles. */
export const reportFigures = defineOperation({
  name: "figures.report",
  scope: "figures",
  about: "Reports the figures of a period",
  input: z.strictObject({ ...Days, timeZone: TimeZone, limit: Limit.default(LIST_LIMIT) }),
  output: FiguresReport,
  run: ({ store }, period) => readReport(store, period),
});

/** The figures of one post, by UTC day. */
export const reportPost = defineOperation({
  name: "figures.post",
  scope: "figures",
  about: "Reports the figures of one post in a period",
  input: z.strictObject({ slug: DocumentSlug, ...Days, limit: Limit.default(LIST_LIMIT) }),
  output: OnePost,
  run: ({ store }, query) => readPostReport(store, query),
});
