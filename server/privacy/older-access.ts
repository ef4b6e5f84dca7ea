/**
 * A sentence for cases where an older copy may have replaced the database. Only a restore can
 * compare the two databases; a copied file leaves nothing to compare with.
 */
export const OLDER_ACCESS =
  "If it is an older copy, keys, passkeys and browsers that have been revoked since may be valid again: check octavo keys list and octavo desk access, and revoke them again";
