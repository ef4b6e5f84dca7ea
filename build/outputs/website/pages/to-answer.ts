import type { renderDocumentText } from "../../../../views/documents/kind-page.ts";
import type { AssembledDocument } from "../../../assemble/documents/assembled-document.ts";

/** A document of any kind, in the form that views need. */
type KindAnswer = Parameters<typeof renderDocumentText>[1];

/** A document as the API returns it. */
export function toAnswer({ item, further }: AssembledDocument): KindAnswer {
  return { ...item, ...further } as unknown as KindAnswer;
}
