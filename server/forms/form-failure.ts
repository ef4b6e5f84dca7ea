import { fillText } from "../../views/words/page-words.ts";
import { Failure } from "../http/http-failure.ts";
import { toFailure, toProblemAnswer } from "../http/http-problems.ts";
import { StaleForm } from "./form-request.ts";
import { FILLED_MIN_MS } from "./form-token.ts";
import type { FormView } from "./form-view.ts";

/** An unsuccessful submission, as shown to the visitor. */
export interface FormFailure {
  readonly status: number;
  readonly message: string;
  /** Codes of mistakes, by field name. */
  readonly mistakes: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

const UNPROCESSABLE = 422;
const MS_PER_SECOND = 1_000;
/** Units of waiting time in seconds, each with the time from which the next unit is used. */
const UNITS = [
  ["second", 1, 10],
  ["minute", 60, 5_400],
] as const;
const HOURS = ["hour", 3_600] as const;

/** Returns null for an internal error, which the visitor cannot fix. */
export function toFormFailure(error: unknown, { texts, language }: Pick<FormView, "texts" | "language">): FormFailure | null {
  if (error instanceof StaleForm) {
    // The form would be refused again if it were sent again too soon.
    const again = error.isEarly
      ? fillText(texts.retry, { when: toWhen(Math.ceil(FILLED_MIN_MS / MS_PER_SECOND), language) })
      : `${texts.again}.`;
    return { status: UNPROCESSABLE, message: `${texts.failed} ${texts.kept} ${again}`, mistakes: {}, headers: {} };
  }
  const failure = error instanceof Failure ? error : toFailure(error);
  const { code, options } = failure;
  if (code === "internal-error") return null;
  const { status, headers } = toProblemAnswer(failure, {
    baseUrl: "https://octavo.invalid/api/v1",
    instance: "",
    requestId: "",
    isShared: false,
  });
  const retry =
    headers["Retry-After"] === undefined ? "" : ` ${fillText(texts.retry, { when: toWhen(Number(headers["Retry-After"]), language) })}`;
  const textByCode: Readonly<Partial<Record<string, string>>> = {
    "comments-closed": texts.closed,
    "duplicate-comment": texts.duplicate,
    "content-too-large": texts.tooLong,
    "temporary-reduced-capacity": `${texts.away} ${texts.kept}${retry}`,
    "quota-exceeded": `${texts.failed}${retry}`,
  };
  const items = (options.errors ?? []).flatMap(({ pointer, code: item }) =>
    pointer === undefined ? [] : [[pointer.slice(1), item] as const],
  );
  return { status, message: textByCode[code] ?? texts.failed, mistakes: Object.fromEntries(items), headers: options.headers ?? {} };
}

/** "in 5 minutes" */
function toWhen(seconds: number, language: string): string {
  const [unit, size] = UNITS.find(([, , below]) => seconds < below) ?? HOURS;
  return new Intl.RelativeTimeFormat(language).format(Math.ceil(seconds / size), unit);
}
