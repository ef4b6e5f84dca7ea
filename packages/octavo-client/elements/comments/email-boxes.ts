/**
 * Name of the checkbox that stores the email address. The other checkbox asks for emails about
 * replies.
 */
export const REMEMBER_EMAIL = "rememberEmail";

/**
 * Shows a form's checkboxes about the email address while there is an address. A hidden checkbox is
 * not sent.
 * @param sendsReplies whether the site sends emails about replies; called once, when there is an
 * address
 */
export function showEmailBoxes(form: HTMLFormElement, sendsReplies: () => Promise<boolean>): void {
  const email = form.querySelector<HTMLInputElement>("[type=email]");
  const update = async (): Promise<void> => {
    for (const box of form.querySelectorAll<HTMLInputElement>("[type=checkbox]")) {
      const offered = email?.value && (box.name === REMEMBER_EMAIL || (await sendsReplies()));
      const field = box.closest<HTMLElement>(".checkbox");
      // The address may have been removed in the meantime.
      if (field) field.hidden = box.disabled = !offered || !email.value;
    }
  };
  for (const field of form.querySelectorAll<HTMLElement>(".checkbox")) field.hidden = true;
  email?.addEventListener("input", update);
  void update();
}
