/** The form in which e-mail addresses are compared and hashed: those that differ in case are one. */
export function toEmailKey(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}
