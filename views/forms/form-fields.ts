import type { ElementTexts } from "../../packages/octavo-client/elements/texts/element-texts.ts";
import { attributes, type Html, html } from "../html.ts";

/** A form as the visitor left it. */
export interface FormState {
  /** The signed token of the form. */
  readonly token: string;
  /** The visitor's input, by field name. */
  readonly typed: Readonly<Record<string, string>>;
  /** Error codes (ProblemItem), by field name. */
  readonly mistakes: Readonly<Record<string, string>>;
  /** Explains why nothing was stored; null if nothing was sent. */
  readonly failure: string | null;
}

export interface SiteFormField {
  readonly name: string;
  /** null if the form's heading is its label. */
  readonly label: string | null;
  readonly type?: "text" | "email" | "url" | "checkbox";
  readonly isLong?: boolean;
  readonly isRequired?: boolean;
  readonly max?: number;
  readonly autocomplete?: string;
  readonly hint?: string;
  /** Value and text of each choice, if the field is a selection list. */
  readonly options?: readonly (readonly [value: string, text: string])[];
}

/** Catches programs that fill in every field. The API uses the same name. */
const HONEYPOT = "contact_me_by_fax";

/**
 * A form that needs no script. It is multipart, because percent-encoding turns a Japanese character
 * into nine bytes, so text within its limit could be too long for the server.
 * @param hidden values that are sent with the form
 */
export function renderForm(
  { token, typed, mistakes, failure }: FormState,
  { action, submit, fields, hidden = {} }: FormOptions,
  texts: ElementTexts,
): Html {
  const hiddenInputs = Object.entries({ ...hidden, form: token }).map(
    ([name, value]) => html`<input type="hidden"${attributes({ name, value })}>\n`,
  );
  return html`${failure !== null && html`<p class="form-failure" role="alert">${failure}</p>\n`}<form class="site-form" method="post" enctype="multipart/form-data" action="${action}">
${hiddenInputs}${fields.map((field) => renderField(field, { value: typed[field.name] ?? "", mistake: mistakes[field.name] ?? null }, texts))}<p hidden><label for="${HONEYPOT}">Fax</label> <input type="text" id="${HONEYPOT}" name="${HONEYPOT}" tabindex="-1" autocomplete="off"></p>
<p><button type="submit" class="button">${submit}</button></p>
</form>`;
}

interface FormOptions {
  readonly action: string;
  readonly submit: string;
  readonly fields: readonly SiteFormField[];
  readonly hidden?: Readonly<Record<string, string>>;
}

function renderField(
  field: SiteFormField,
  { value, mistake }: { readonly value: string; readonly mistake: string | null },
  texts: ElementTexts,
): Html {
  const { name, label, type = "text", isLong = false, isRequired = false, max, autocomplete, hint, options } = field;
  const id = `field-${name}`;
  if (type === "checkbox")
    return html`<p><label><input type="checkbox"${attributes({ name, value: "on", checked: value === "on" })}> ${label}</label></p>\n`;
  const notes = [hint, mistake === null ? undefined : textOfMistake(mistake, texts)].filter((note) => note !== undefined);
  const common = {
    ...{ id, name, required: isRequired, autocomplete },
    "aria-invalid": mistake === null ? null : "true",
    "aria-describedby": notes.length === 0 ? null : `${id}-note`,
  };
  const control =
    options !== undefined
      ? html`<select${attributes(common)}>${options.map(([key, text]) => html`<option${attributes({ value: key, selected: key === value })}>${text}</option>`)}</select>`
      : isLong
        ? html`<textarea${attributes({ ...common, rows: 8, maxlength: max })}>\n${value}</textarea>`
        : html`<input${attributes({ ...common, type, value, maxlength: max })}>`;
  const mark = isRequired || options !== undefined ? null : html` <span class="quiet">${texts.optional}</span>`;
  const shownLabel = label === null ? null : html`<label for="${id}">${label}${mark}</label>\n`;
  return html`<p>${shownLabel}${control}${notes.length > 0 && html`\n<span class="quiet" dir="auto" id="${id}-note">${notes.join(" ")}</span>`}</p>
`;
}

function textOfMistake(code: string, texts: ElementTexts): string {
  const textByCode: Readonly<Record<string, string>> = { required: texts.missing, too_small: texts.missing, too_big: texts.tooLong };
  return textByCode[code] ?? texts.invalid;
}
