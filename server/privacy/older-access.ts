/** Only a restore can compare both databases; a copied file has taken the other one's place. */
export const OLDER_ACCESS =
  "If it is an older copy, keys, passkeys and browsers that have been revoked since may be valid again: check octavo keys list and octavo desk access, and revoke them again";
