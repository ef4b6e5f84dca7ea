import { INQUIRY_MESSAGE_MAX, INQUIRY_NAME_MAX } from "../../contract/limits.ts";
import type { ElementTexts } from "../../packages/octavo-client/elements/texts/element-texts.ts";
import { html } from "../html.ts";
import type { Page } from "../page.ts";
import type { SiteView } from "../site-view.ts";
import { type FormState, renderForm } from "./form-fields.ts";

export interface InquiryPageContent {
  /** Null if the message has arrived. */
  readonly form: FormState | null;
  /** Services that visitors can ask about. */
  readonly services: readonly { readonly id: string; readonly title: string }[];
}

/** The page for questions to the owner, with a form that works without JavaScript. */
export function toInquiryPage({ form, services }: InquiryPageContent, site: SiteView, texts: ElementTexts): Page {
  const path = inquiryPath(site);
  const { words } = site;
  const choices = services.map(({ id, title }) => [id, title] as const);
  return {
    path,
    title: words.ask,
    isHidden: true,
    main: html`<header class="page-header">
<h1>${words.ask}</h1>
</header>
${
  form === null
    ? html`<p class="form-notice" role="status" id="sent">${texts.received}</p>`
    : renderForm(
        form,
        {
          action: path,
          submit: texts.send,
          fields: [
            ...(choices.length === 0
              ? []
              : [{ name: "serviceId", label: texts.about, options: [["", texts.anyService] as const, ...choices] }]),
            { name: "message", label: texts.message, isLong: true, isRequired: true, max: INQUIRY_MESSAGE_MAX },
            { name: "email", label: texts.email, type: "email", isRequired: true, autocomplete: "email" },
            { name: "name", label: texts.name, max: INQUIRY_NAME_MAX, autocomplete: "name" },
            { name: "telegram", label: texts.telegram },
          ],
        },
        texts,
      )
}`,
  };
}

export function inquiryPath({ href }: SiteView): string {
  return href("/inquiry");
}
