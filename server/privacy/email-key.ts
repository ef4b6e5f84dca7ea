/** Normalizes email addresses for comparing and hashing: case does not matter. */
export function toEmailKey(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}
