/** Number of random bytes in an id. */
const ID_BYTES = 12;
/**
 * Number of ids made from one draw of random bytes, because a draw costs as much as all other
 * headers of a small response.
 */
const IDS_PER_DRAW = 256;

/** Makes unpredictable ids in hex. */
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
