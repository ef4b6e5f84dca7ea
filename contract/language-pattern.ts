/**
 * Checks the form of a BCP 47 tag (RFC 5646): a language and its subtags. Only a registry could
 * tell whether they exist.
 */
export const LANGUAGE_PATTERN = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;
