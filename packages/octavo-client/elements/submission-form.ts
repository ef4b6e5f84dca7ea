import { OctavoError } from "../octavo-error.ts";
import { createKey } from "../send-request.ts";
import type { StoredTexts } from "./browser-storage.ts";
import { createButton, createNode } from "./create-node.ts";
import type { FormDraft } from "./form-draft.ts";
import { createFormField, type FieldSpec } from "./form-field.ts";
import type { Wording } from "./texts/element-texts.ts";
import { describeFailure, describeItem } from "./texts/problem-words.ts";

export interface SubmissionFormOptions {
  readonly wording: Wording;
  readonly label: string;
  readonly fields: readonly FieldSpec[];
  readonly draft: FormDraft;
  readonly submit: string;
  /** Adds a button that discards the draft and calls this. */
  readonly cancel?: () => void;
  /** Placed after the buttons. */
  readonly after?: Node | null;
  /**
   * @param values by name, without empty ones
   * @param idempotencyKey stays the same as long as the values do
   * @returns a function that is called after the draft is removed
   */
  send(values: StoredTexts, idempotencyKey: string): Promise<() => void>;
}

/** The name of the honeypot field (CONTRACT.md). */
const HONEYPOT = "contact_me_by_fax";
/**
 * Field types that are not stored: an email address must not be stored without consent, and
 * checkboxes are ticked each time.
 */
const TYPES_NOT_STORED = ["email", "checkbox"];

/**
 * A form that shows errors next to their fields, and stores the typed texts until they are
 * accepted.
 */
export function createSubmissionForm(options: SubmissionFormOptions): HTMLFormElement {
  const { wording, label, draft, submit, cancel, after = null, send } = options;
  const { texts } = wording;
  const stored = draft.read();
  const fields = options.fields.map((spec) => createFormField({ ...spec, value: stored[spec.name] ?? spec.value }, wording));
  const message = createNode("p", { role: "alert", part: "error" });
  const button = createNode("button", { part: "button submit" }, submit);
  let sent = "";
  let key = "";
  let busy = false;

  const readValues = (): StoredTexts => Object.fromEntries([...new FormData(form)].filter(([, value]) => value) as [string, string][]);
  const storeDraft = (): void =>
    draft.write(
      Object.fromEntries(
        fields.flatMap(({ spec, input }) => (input.value === "" || TYPES_NOT_STORED.includes(spec.type) ? [] : [[spec.name, input.value]])),
      ),
    );
  /** @returns whether there was a mistake */
  const focusMistake = (): boolean => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus();
    return wrong !== null;
  };
  const fail = (error: unknown): void => {
    if (error instanceof OctavoError) {
      const { code, errors } = error.problem;
      for (const item of errors)
        for (const { spec, mark } of fields) if (item.pointer === `/${spec.name}`) mark(describeItem(item, wording));
      if (code === "duplicate-comment") draft.remove();
    }
    if (!focusMistake()) message.textContent = `${describeFailure(error, wording)} ${texts.kept}`;
  };
  const submitted = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    message.textContent = "";
    for (const { check } of fields) check();
    if (focusMistake()) return;
    const values = readValues();
    const text = JSON.stringify(values);
    if (text !== sent) key = createKey();
    sent = text;
    busy = true;
    button.textContent = texts.loading;
    try {
      const finish = await send(values, key);
      draft.remove();
      sent = "";
      finish();
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
      input({ target }) {
        for (const { input, count } of fields) if (input === target) count();
        grow(target);
        storeDraft();
      },
      keydown(event) {
        const { key: pressed, ctrlKey, metaKey } = event as KeyboardEvent;
        if (pressed === "Enter" && (ctrlKey || metaKey)) form.requestSubmit();
      },
      // Styles can show only the text field until somebody writes.
      focusin({ target }) {
        form.classList.add("open");
        grow(target);
      },
    },
    ...fields.flatMap(({ nodes }) => nodes),
    createNode("input", { name: HONEYPOT, class: "hidden", "aria-hidden": "true", tabindex: -1, autocomplete: "off" }),
    message,
    createNode(
      "div",
      { class: "actions" },
      button,
      cancel === undefined
        ? null
        : createButton("button cancel", texts.cancel, () => {
            draft.remove();
            cancel();
          }),
      after,
    ),
  );
  if (Object.keys(stored).length > 0) form.classList.add("open");
  return form;
}

/** Makes a textarea as high as its text. Browsers with `field-sizing` do this themselves. */
function grow(target: EventTarget | null): void {
  if (target instanceof HTMLTextAreaElement && target.scrollHeight > target.clientHeight)
    target.style.blockSize = `${target.scrollHeight + 2}px`;
}
