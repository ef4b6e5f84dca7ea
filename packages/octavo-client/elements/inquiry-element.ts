import { createButton, createNode } from "./create-node.ts";
import { createFormDraft } from "./form-draft.ts";
import type { FieldSpec } from "./form-field.ts";
import { OctavoElement } from "./octavo-element.ts";
import { createSubmissionForm } from "./submission-form.ts";

/** Services that visitors can ask about: id and title. */
type Choices = readonly (readonly [string, string])[];

/** `<octavo-inquiry service-id="…">`: a form for a question about one service, or any service. */
export abstract class InquiryElement extends OctavoElement {
  protected override start(signal: AbortSignal): Node {
    const place = createNode("div");
    void this.#begin(place, signal);
    return place;
  }

  /** Shows the form once the server is available. */
  async #begin(place: HTMLElement, signal: AbortSignal): Promise<void> {
    const { client, wording } = this;
    const { texts } = wording;
    const serviceId = this.getAttribute("service-id");
    const [isServed, choices] = await Promise.all([
      this.#isServed(signal),
      // If there are no services, the question is a general one.
      serviceId === null ? client.services.list().catch(() => null) : null,
    ]);
    if (signal.aborted) return;
    this.reveal(isServed);
    if (isServed) {
      const open =
        choices?.items.filter(({ availability }) => availability !== "closed").map(({ id, title }) => [id, title] as const) ?? [];
      place.replaceChildren(this.#createForm(serviceId, open));
      return;
    }
    const retry = createButton("button", texts.again, () => void this.#begin(place, signal));
    place.replaceChildren(createNode("p", { part: "notice", role: "alert" }, `${texts.away} `, retry));
  }

  /**
   * Whether the write server answered. It adds a request id to its responses. If it is unavailable,
   * a host answers 503 or from a snapshot, and not every host can mark that.
   */
  #isServed(signal: AbortSignal): Promise<boolean> {
    return fetch(`${this.baseUrl}/counts`, { method: "HEAD", signal }).then(
      ({ ok, headers }) => ok && headers.has("X-Request-Id"),
      () => false,
    );
  }

  #createForm(serviceId: string | null, choices: Choices): HTMLFormElement {
    const { wording, client, status } = this;
    const { texts } = wording;
    const choice: FieldSpec = { name: "serviceId", label: texts.about, type: "choice", options: [["", texts.anyService], ...choices] };
    const form = createSubmissionForm({
      wording,
      label: texts.message,
      fields: [
        ...(choices.length > 0 ? [choice] : []),
        { name: "message", label: texts.message, type: "long", required: true },
        { name: "email", label: texts.email, type: "email", required: true, autocomplete: "email" },
        { name: "name", label: texts.name, type: "text", autocomplete: "name" },
        { name: "telegram", label: texts.telegram, type: "text" },
      ],
      draft: createFormDraft(`${this.baseUrl} inquiry ${serviceId ?? ""}`),
      submit: texts.send,
      send: async ({ email = "", message = "", ...more }, idempotencyKey) => {
        const inquiry = { email, message, serviceId, ...more };
        const { id } = await client.inquiries.submit(inquiry, { idempotencyKey });
        return () => {
          const thanks = createNode("p", { part: "thanks", tabindex: -1 }, texts.received);
          form.replaceWith(thanks);
          thanks.focus();
          status.textContent = texts.received;
          this.tell("octavo-inquiry", { id });
        };
      },
    });
    form.classList.add("open");
    return form;
  }
}
