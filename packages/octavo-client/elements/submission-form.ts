import { OctavoError } from "../octavo-error.ts";
import { createKey } from "../send-request.ts";
import { createButton, createNode } from "./create-node.ts";
import { describeFailure, describeItem } from "./problem-words.ts";
import type { Wording } from "./texts/element-texts.ts";

/** What people type a value into. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface FieldSpec {
  /** As the API calls it. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** `long`: several lines. `choice`: a list, whose options the caller puts in. `checkbox`: has its `value` where it is checked. */
  readonly type: "text" | "email" | "url" | "long" | "choice" | "checkbox";
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly value?: string | undefined;
}

/** Values by name; those left empty are not in it. */
export type FormValues = Readonly<Record<string, string>>;

export interface SubmissionFormOptions {
  readonly wording: Wording;
  readonly label: string;
  readonly fields: readonly FieldSpec[];
  readonly submit: string;
  /** There is a button for it. */
  readonly cancel?: () => void;
  /** @param idempotencyKey the same as long as the values are */
  send(values: FormValues, idempotencyKey: string): Promise<void>;
}

/** What bots fill in and people do not see (CONTRACT.md). */
const HONEYPOT = "contact_me_by_fax";

/** A form that shows what is wrong beside the field where it is, and keeps what was typed until it has been taken. */
export function createSubmissionForm(options: SubmissionFormOptions): HTMLFormElement {
  const { wording, label, fields, submit, cancel, send } = options;
  const { texts } = wording;
  const inputs = new Map<string, { readonly input: Field; readonly error: HTMLElement }>();
  const message = createNode("p", { role: "alert", part: "error" });
  const button = createNode("button", { part: "button submit" }, submit);
  let sent = "";
  let key = "";
  let busy = false;

  const mark = (name: string, text: string): void => {
    const field = inputs.get(name);
    if (field === undefined) return;
    field.error.textContent = text;
    field.input.setAttribute("aria-invalid", String(text !== ""));
  };
  const readValues = (): FormValues =>
    Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== "") as [string, string][]);
  /** @returns whether there was one */
  const focusMistake = (): boolean => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus();
    return wrong !== null;
  };
  const fail = (error: unknown): void => {
    if (error instanceof OctavoError)
      for (const item of error.problem.errors) mark(item.pointer?.slice(1) ?? "", describeItem(item, wording));
    if (!focusMistake()) message.textContent = `${describeFailure(error, wording)} ${texts.kept}`;
  };
  const submitted = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    message.textContent = "";
    for (const [name, { input }] of inputs)
      mark(name, input.required && input.value.trim() === "" ? texts.missing : input.validity.valid ? "" : texts.invalid);
    if (focusMistake()) return;
    const values = readValues();
    const text = JSON.stringify(values);
    if (text !== sent) key = createKey();
    sent = text;
    busy = true;
    button.textContent = texts.loading;
    try {
      await send(values, key);
      sent = "";
    } catch (error) {
      fail(error);
    }
    busy = false;
    button.textContent = submit;
  };

  const form = createNode(
    "form",
    {
      part: "form",
      novalidate: true,
      "aria-label": label,
      submit: (event) => void submitted(event),
      // Until somebody writes, there is room for the text alone, where a style says so.
      focusin: () => form.classList.add("open"),
    },
    ...fields.map((spec) => {
      const field = createField(spec, wording);
      inputs.set(spec.name, field);
      return createNode(
        "div",
        { part: "field", class: spec.type },
        createNode("label", { part: "label" }, createNode("span", {}, spec.label, field.mark), field.input),
        field.error,
      );
    }),
    createNode("input", { name: HONEYPOT, class: "hidden", "aria-hidden": "true", tabindex: -1, autocomplete: "off" }),
    message,
    createNode("div", { class: "actions" }, button, cancel === undefined ? null : createButton("button cancel", texts.cancel, cancel)),
  );
  return form;
}

function createField({ name, hint, type, required = false, autocomplete, value }: FieldSpec, { texts }: Wording) {
  const id = `${name}-${createKey()}`;
  const error = createNode("p", { part: "error", id });
  const props = { name, required, "aria-describedby": id, part: "input", autocomplete: autocomplete ?? null };
  const input: Field =
    type === "long"
      ? createNode("textarea", props)
      : type === "choice"
        ? createNode("select", props)
        : createNode("input", { ...props, type });
  input.value = value ?? "";
  // People leave out what every address begins with.
  if (type === "url")
    input.addEventListener("change", () => {
      if (input.value.trim() !== "" && !/^\w+:/.test(input.value.trim())) input.value = `https://${input.value.trim()}`;
    });
  const notes = [required || type === "checkbox" ? "" : texts.optional, hint ?? ""].filter((note) => note !== "");
  return { input, error, mark: createNode("small", {}, ` ${notes.join(", ")}`) };
}
