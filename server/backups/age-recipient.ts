/** An age public key (X25519), in Bech32. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/;

export function isAgeRecipient(text: string): boolean {
  return RECIPIENT.test(text);
}
