/** Bytes of an id. */
const ID_BYTES = 12;
/** Ids that are made of one draw: a call for random bytes costs as much as the rest of a small answer's headers. */
const IDS_PER_DRAW = 256;

/** Ids that nobody can guess the next of, in hex. */
export function createRequestIds(random: (bytes: number) => Uint8Array): () => string {
  let pool = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at >= pool.length) {
      pool = Buffer.from(random(ID_BYTES * IDS_PER_DRAW));
      at = 0;
    }
    at += ID_BYTES;
    return pool.toString("hex", at - ID_BYTES, at);
  };
}
