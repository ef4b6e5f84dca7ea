/** Something in the cache is not what was put there: it is thrown away, and the build begins again without it. */
export class CacheDamageError extends Error {
  override readonly name: string = "CacheDamageError";
}
