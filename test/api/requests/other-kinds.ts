import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PLAIN_LIST_KINDS } from "../../../kinds/list-kinds.ts";
import { CONTENT_DIR } from "../../helpers/sample-site.ts";

const BY_HAND: readonly string[] = ["projects", "books", "photos", "pages"];

/**
 * Kinds that no request names, each with the slug of a document in the sample site (its file's
 * name).
 */
export const OTHER_KINDS = PLAIN_LIST_KINDS.filter((kind) => !BY_HAND.includes(kind)).map((kind) => {
  const folder = join(CONTENT_DIR, kind);
  const [file] = existsSync(folder) ? readdirSync(folder).sort() : [];
  if (file === undefined) throw new Error(`content/${kind}/ has no document: the tests of the API ask for one, with a tag`);
  return { kind, slug: file.replace(/\.\w+$/, "") };
});
