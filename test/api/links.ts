import type { Pagination } from "../../contract/schemas/list.ts";
import { type Answer, type Api, BASE_URL } from "./request.ts";

/** The target of a link, below /api/v1; null if there is no such link. */
export function linkTo({ headers }: Answer, rel: string): string | null {
  const url = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get("Link") ?? "")?.[1];
  if (url === undefined) return null;
  if (!url.startsWith(BASE_URL)) throw new Error(`${url} is not below ${BASE_URL}`);
  return url.slice(BASE_URL.length);
}

/** Reads all items of a list by following its links to the next page. */
export async function readList<T>(send: Api["send"], first: string): Promise<T[]> {
  const items: T[] = [];
  let target: string | null = first;
  while (target !== null) {
    const answer: Answer = await send(target);
    items.push(...answer.json<{ items: T[]; pagination: Pagination }>().items);
    target = linkTo(answer, "next");
  }
  return items;
}
