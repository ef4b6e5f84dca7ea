/** A function that calls `make` at its first call; all calls share the result. */
export function once<Made>(make: () => Made): () => Made {
  let result: { readonly value: Made } | null = null;
  return () => {
    result ??= { value: make() };
    return result.value;
  };
}
