/** A page whose address has this parameter ignores input until the owner has had time to see it. */
export const WAIT_FIELD = "wait";
/** Its value in links that only an owner who has seen their page can press. */
export const SEEN = "seen";
/** Its value if another site may have led to the address: the desk asks for a number. */
export const ASK = "1";
