/**
 * Shows the form's box for mails about replies while there is an address to write to. A box that is not shown is not sent.
 * @param isOffered whether the site sends such mails; asked once an address is there
 */
export function offerNotices(form: HTMLFormElement, isOffered: () => Promise<boolean>): void {
  const email = form.querySelector<HTMLInputElement>("[type=email]");
  const field = form.querySelector<HTMLElement>(".checkbox");
  const box = field?.querySelector("input");
  if (!email || !field || !box) return;
  const update = async (): Promise<void> => {
    const offered = email.value && (await isOffered());
    // It may have been emptied meanwhile.
    box.disabled = field.hidden = !offered || !email.value;
  };
  field.hidden = true;
  email.addEventListener("input", update);
  void update();
}
