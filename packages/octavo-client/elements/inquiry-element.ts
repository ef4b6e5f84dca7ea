import { createNode } from "./create-node.ts";
import { OctavoElement } from "./octavo-element.ts";
import { createSubmissionForm, type FieldSpec } from "./submission-form.ts";

/** `<octavo-inquiry service-id="…">`: a form for a question about a service, or about any of them. */
export abstract class InquiryElement extends OctavoElement {
  protected override start(): Node {
    const { wording, client, status } = this;
    const { texts } = wording;
    const serviceId = this.getAttribute("service-id");
    const choice: readonly FieldSpec[] = serviceId === null ? [{ name: "serviceId", label: texts.service, type: "choice" }] : [];
    const form = createSubmissionForm({
      wording,
      label: texts.message,
      fields: [
        ...choice,
        { name: "message", label: texts.message, type: "long", required: true },
        { name: "email", label: texts.email, type: "email", required: true, autocomplete: "email" },
        { name: "name", label: texts.name, type: "text", autocomplete: "name" },
        { name: "telegram", label: texts.telegram, type: "text" },
      ],
      submit: texts.send,
      send: async ({ email = "", message = "", ...more }, idempotencyKey) => {
        const inquiry = { email, message, serviceId, ...more };
        const { id } = await client.inquiries.submit(inquiry, { idempotencyKey });
        const thanks = createNode("p", { part: "thanks", tabindex: -1 }, texts.received);
        form.replaceWith(thanks);
        thanks.focus();
        status.textContent = texts.received;
        this.tell("octavo-inquiry", { id });
      },
    });
    form.classList.add("open");
    const select = form.querySelector("select");
    if (select !== null) void this.#offer(select);
    return form;
  }

  async #offer(select: HTMLSelectElement): Promise<void> {
    const { client, wording } = this;
    const option = (value: string, text: string): Node => createNode("option", { value }, text);
    select.append(option("", wording.texts.anyService));
    // Without them the question is one about anything.
    const { items } = await client.services.list().catch(() => ({ items: [] }));
    select.append(...items.filter(({ availability }) => availability !== "closed").map(({ id, title }) => option(id, title)));
  }
}
