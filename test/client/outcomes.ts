import { OctavoError } from "../../packages/octavo-client/client.ts";

/** How a method of the client fails. @throws any rejection that is not the client's own */
export async function failureOf(promise: Promise<unknown>): Promise<OctavoError> {
  const error = await promise.then(
    () => new Error("it did not fail"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof OctavoError)) throw error;
  return error;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
