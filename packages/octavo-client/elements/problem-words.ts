import type { ProblemItem } from "../client.ts";
import { OctavoError } from "../octavo-error.ts";
import type { Wording } from "./texts/element-texts.ts";

/** What went wrong, for a reader. */
export function describeFailure(error: unknown, { texts, say, when }: Wording): string {
  if (!(error instanceof OctavoError)) return texts.away;
  const { problem, retryAfter } = error;
  const retry = retryAfter === null ? "" : ` ${say(texts.retry, { when: when(retryAfter) })}`;
  if (problem.status === 0 || problem.status >= 500 || problem.code === "unexpected-answer") return texts.away + retry;
  const known: Readonly<Partial<Record<string, string>>> = {
    "quota-exceeded": retry,
    "comments-closed": texts.closed,
    "duplicate-comment": texts.duplicate,
    "edit-token-invalid": texts.late,
  };
  return known[problem.code] || problem.detail;
}

/** What is wrong with a field; in the API's own words where it knows more than we do. */
export function describeItem({ code, detail }: ProblemItem, { texts }: Wording): string {
  return (
    { required: texts.missing, too_small: texts.missing, too_big: texts.tooLong, invalid_format: texts.invalid }[code as string] ?? detail
  );
}
