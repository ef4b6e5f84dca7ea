import { inquiryPath, toInquiryPage } from "../../views/forms/inquiry-page.ts";
import type { ApiContext } from "../route-context.ts";
import { acceptInquiry } from "../routes/inquiry-routes.ts";
import { requireFreshForm, toFormKey, toMembers } from "./form-request.ts";
import type { FormTokens } from "./form-token.ts";
import type { VisitorForm } from "./form-view.ts";

/** Names of the fields, which are members of an InquirySubmission. */
const FIELDS = ["serviceId", "message", "email", "name", "telegram", "contact_me_by_fax"];
/** The form's subject, which no comment form can have, because slugs contain no slash. */
const SUBJECT = "/inquiry";

interface PublishedService {
  readonly id: string;
  readonly title: string;
  readonly availability: string;
}

/** GET and POST /inquiry */
export function createInquiryForm(context: ApiContext, tokens: FormTokens): VisitorForm {
  return {
    async show(visit, { site, texts }, left) {
      const query = new URLSearchParams(visit.query);
      if (query.has("sent") && left === null) return toInquiryPage({ form: null, services: [] }, site, texts);
      const typed = left?.typed ?? { serviceId: query.get("service") ?? "" };
      const state = { token: tokens.create(SUBJECT), typed, mistakes: left?.mistakes ?? {}, failure: left?.failure ?? null };
      return toInquiryPage({ form: state, services: await readServices(context) }, site, texts);
    },
    async submit(visit, { site }, sent) {
      requireFreshForm(tokens, sent.token, SUBJECT);
      await acceptInquiry(context, visit, { body: toMembers(sent.typed, { names: FIELDS }), key: toFormKey(context, sent) });
      return `${inquiryPath(site)}?sent#sent`;
    },
  };
}

/** Services that visitors can inquire about. */
async function readServices({ published }: ApiContext): Promise<readonly PublishedService[]> {
  // Written by the build, so their shape is known.
  const list = (await published.document("/services")) as { readonly items: readonly PublishedService[] } | null;
  return (list?.items ?? []).filter(({ availability }) => availability !== "closed");
}
