import type { FormState } from "../../views/forms/form-fields.ts";
import type { FormTexts } from "../../views/forms/form-words.ts";
import type { Page } from "../../views/page.ts";
import type { SiteView } from "../../views/site-view.ts";
import type { Visit } from "../route-context.ts";
import type { SentForm } from "./form-request.ts";

/** The site's header and footer, and the form texts in its language. */
export interface FormView {
  readonly site: SiteView;
  readonly texts: FormTexts;
  /** Language of the texts. */
  readonly language: string;
}

/** A form with its page. */
export interface VisitorForm {
  /**
   * The page, empty or after an unsuccessful submission.
   * @param left the unsuccessful submission; null if nothing was sent
   * @throws Failure 404, 503
   */
  show(visit: Visit, view: FormView, left: Omit<FormState, "token"> | null): Promise<Page>;
  /**
   * Stores a submission.
   * @returns the path to go to
   * @throws Failure, StaleForm
   */
  submit(visit: Visit, view: FormView, sent: SentForm): Promise<string>;
}
