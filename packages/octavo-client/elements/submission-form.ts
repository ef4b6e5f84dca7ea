import { OctavoError } from "../octavo-error.ts";
import { createKey } from "../send-request.ts";
import type { StoredTexts } from "./browser-storage.ts";
import { createButton, createNode } from "./create-node.ts";
import type { FormDraft } from "./form-draft.ts";
import { createFormField, type FieldSpec, type FormField } from "./form-field.ts";
import { describeFailure, describeItem } from "./problem-words.ts";
import type { Wording } from "./texts/element-texts.ts";

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
   * @param idempotencyKey stays the same while the values do
   * @returns a function that is called after the draft is removed
   */
  send(values: StoredTexts, idempotencyKey: string): Promise<() => void>;
}

/** The name of the honeypot field (CONTRACT.md). */
const HONEYPOT = "contact_me_by_fax";
/**
 * Not stored: an e-mail address must not be stored without consent, and boxes are ticked each time.
 */
const TYPES_NOT_STORED = ["email", "checkbox"];

/** A form that shows each mistake beside its field, and keeps the typed text until the server has taken it. */
export function createSubmissionForm(options: SubmissionFormOptions): HTMLFormElement {
  const { wording, draft, submit } = options;
  const stored = draft.read();
  const fields = options.fields.map((spec) => createFormField({ ...spec, value: stored[spec.name] ?? spec.value }, wording));
  const message = createNode("p", { role: "alert", part: "error" });
  const button = createNode("button", { part: "button submit" }, submit);
  const form: HTMLFormElement = createNode(
    "form",
    {
      part: "form",
      novalidate: true,
      "aria-label": options.label,
      submit: createSubmit(options, { fields, message, button, findForm: () => form }),
      input({ target }) {
        for (const { input, count } of fields) if (input === target) count();
        grow(target);
        draft.write(toDraft(fields));
      },
      keydown(event) {
        const { key, ctrlKey, metaKey } = event as KeyboardEvent;
        if (key === "Enter" && (ctrlKey || metaKey)) form.requestSubmit();
      },
      // Until somebody writes, only the text has room, if the style says so.
      focusin({ target }) {
        form.classList.add("open");
        grow(target);
      },
    },
    ...fields.flatMap(({ nodes }) => nodes),
    createNode("input", { name: HONEYPOT, class: "hidden", "aria-hidden": "true", tabindex: -1, autocomplete: "off" }),
    message,
    createNode("div", { class: "actions" }, button, createCancel(options), options.after ?? null),
  );
  if (Object.keys(stored).length > 0) form.classList.add("open");
  return form;
}

function createCancel({ wording, draft, cancel }: SubmissionFormOptions): Node | null {
  if (cancel === undefined) return null;
  return createButton("button cancel", wording.texts.cancel, () => {
    draft.remove();
    cancel();
  });
}

function toDraft(fields: readonly FormField[]): StoredTexts {
  return Object.fromEntries(
    fields.flatMap(({ spec, input }) => (input.value === "" || TYPES_NOT_STORED.includes(spec.type) ? [] : [[spec.name, input.value]])),
  );
}

interface FormParts {
  readonly fields: readonly FormField[];
  readonly message: HTMLElement;
  readonly button: HTMLElement;
  readonly findForm: () => HTMLFormElement;
}

function createSubmit({ wording, draft, submit, send }: SubmissionFormOptions, { fields, message, button, findForm }: FormParts) {
  const { texts } = wording;
  let sent = "";
  let key = "";
  let busy = false;
  /** @returns whether there was one */
  const focusMistake = (): boolean => {
    const wrong = findForm().querySelector<HTMLElement>('[aria-invalid="true"]');
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
    if (!focusMistake()) message.textContent = `${describeFailure(error, wording)} ${texts.localComments}`;
  };
  return async (event: Event): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    message.textContent = "";
    for (const { check } of fields) check();
    if (focusMistake()) return;
    const values = Object.fromEntries([...new FormData(findForm())].filter(([, value]) => value) as [string, string][]);
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
}

/** Makes a textarea as high as its text. Browsers with `field-sizing` do this themselves. */
function grow(target: EventTarget | null): void {
  if (target instanceof HTMLTextAreaElement && target.scrollHeight > target.clientHeight)
    target.style.blockSize = `${target.scrollHeight + 2}px`;
}
