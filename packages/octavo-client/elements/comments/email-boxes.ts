/** The box that asks to store the e-mail address; the other one asks for mails about replies. */
export const REMEMBER_EMAIL = "rememberEmail";

/**
 * Shows a form's boxes about the e-mail address while there is one. A box that is not shown is not sent.
 * @param sendsReplies whether the site sends mails about replies; asked once an address is there
 */
export function showEmailBoxes(form: HTMLFormElement, sendsReplies: () => Promise<boolean>): void {
  const email = form.querySelector<HTMLInputElement>("[type=email]");
  const update = async (): Promise<void> => {
    for (const box of form.querySelectorAll<HTMLInputElement>("[type=checkbox]")) {
      const offered = email?.value && (box.name === REMEMBER_EMAIL || (await sendsReplies()));
      const field = box.closest<HTMLElement>(".checkbox");
      // The address may have been removed meanwhile.
      if (field) field.hidden = box.disabled = !offered || !email.value;
    }
  };
  for (const field of form.querySelectorAll<HTMLElement>(".checkbox")) field.hidden = true;
  email?.addEventListener("input", update);
  void update();
}
