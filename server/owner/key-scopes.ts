/** Rights that a key may have. */
export const KEY_SCOPES = ["read", "moderate", "inquiries", "figures", "erase", "backup"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
