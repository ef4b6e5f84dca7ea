import { FIELD_LIMITS } from "../generated/element-operations.ts";
import { createKey } from "../send-request.ts";
import { createNode } from "./create-node.ts";
import type { Wording } from "./texts/element-texts.ts";

export interface FieldSpec {
  /** Its name in the API. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** `long`: several lines. `choice`: a list. `checkbox`: it has its `value` when checked. */
  readonly type: "text" | "email" | "url" | "long" | "choice" | "checkbox";
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly value?: string | undefined;
  /** The options of a `choice`: value and text. */
  readonly options?: readonly (readonly [string, string])[];
  /** A line under the field. */
  readonly help?: string | null;
}

/** A field of a form, with its label and a place for its error. */
export interface FormField {
  readonly spec: FieldSpec;
  readonly nodes: readonly Node[];
  readonly input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  /** Shows an error; an empty text removes it. */
  mark(text: string): void;
  /** Checks the value before it is sent, and shows its error. */
  check(): void;
  /** Shows the number of remaining or excess characters near the limit. */
  count(): void;
}

/** The remaining length is shown once no more than this share of the limit is left. */
const NEAR_LIMIT = 0.1;

/** A field of a form. An address without a scheme gets `https://`, because people omit it. */
export function createFormField(spec: FieldSpec, wording: Wording): FormField {
  const { name, label, hint = "", type, required = false, autocomplete = null, value = "", options = [], help = null } = spec;
  const { texts } = wording;
  const id = `${name}-${createKey()}`;
  const note = createNode("p", { part: "error", id });
  const helpLine = help && createNode("p", { part: "help", id: `${id}-help` }, help);
  const props = { name, required, autocomplete, "aria-describedby": helpLine ? `${id} ${id}-help` : id, part: "input" };
  const input =
    type === "long"
      ? createNode("textarea", props)
      : type === "choice"
        ? createNode("select", props, ...options.map(([option, text]) => createNode("option", { value: option }, text)))
        : createNode("input", { ...props, type });
  input.value = value;
  if (type === "url")
    input.addEventListener("change", () => {
      if (input.value.trim() !== "" && !/^\w+:/.test(input.value.trim())) input.value = `https://${input.value.trim()}`;
    });
  const notes = [required || type === "checkbox" ? "" : texts.optional, hint].filter((text) => text !== "").join(", ");
  const limit = FIELD_LIMITS[name] ?? Number.POSITIVE_INFINITY;
  /** Characters as the API counts them: code points of the trimmed text. */
  const countLeft = (): number => limit - [...input.value.trim().normalize()].length;
  const mark = (text: string): void => {
    note.textContent = text;
    note.setAttribute("part", "error");
    input.setAttribute("aria-invalid", String(text !== ""));
  };
  const describeExcess = (): string => (countLeft() < 0 ? wording.count(texts.over, -countLeft()) : "");
  return {
    spec,
    input,
    nodes: [
      createNode(
        "div",
        { part: "field", class: type },
        createNode("label", { part: "label" }, createNode("span", {}, label, createNode("small", {}, ` ${notes}`)), input),
        note,
      ),
      ...(helpLine ? [helpLine] : []),
    ],
    mark,
    check: () => mark(required && input.value.trim() === "" ? texts.missing : input.validity.valid ? describeExcess() : texts.invalid),
    count() {
      mark(describeExcess());
      if (note.textContent !== "" || countLeft() > limit * NEAR_LIMIT) return;
      note.setAttribute("part", "help");
      note.textContent = wording.count(texts.left, countLeft());
    },
  };
}
