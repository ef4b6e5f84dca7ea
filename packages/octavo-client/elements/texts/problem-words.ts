import type { ProblemItem } from "../../client.ts";
import { OctavoError } from "../../octavo-error.ts";
import type { Wording } from "./element-texts.ts";

/**
 * Describes a failure to a reader in the page's language. Details that do not help readers go to
 * the console.
 */
export function describeFailure(error: unknown, { texts, say, when }: Wording): string {
  if (!(error instanceof OctavoError)) return texts.away;
  const { problem, retryAfter } = error;
  const retry = retryAfter === null ? "" : ` ${say(texts.retry, { when: when(retryAfter) })}`;
  if (problem.status === 0 || problem.status >= 500 || problem.code === "unexpected-answer") return texts.away + retry;
  const textByCode: Readonly<Partial<Record<string, string>>> = {
    "quota-exceeded": retry,
    "comments-closed": texts.closed,
    "duplicate-comment": texts.duplicate,
    "edit-token-invalid": texts.late,
    "content-too-large": texts.tooLong,
  };
  if (!(problem.code in textByCode)) console.error(error);
  return textByCode[problem.code] || texts.failed;
}

/**
 * Describes a mistake in a field, in the page's language; the API's English text goes to the
 * console.
 */
export function describeItem({ code, detail, pointer }: ProblemItem, { texts }: Wording): string {
  const text = { required: texts.missing, too_small: texts.missing, too_big: texts.tooLong, invalid_format: texts.invalid }[code as string];
  if (text === undefined) console.error(pointer, detail);
  return text ?? texts.invalid;
}
