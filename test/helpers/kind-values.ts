import { byKey } from "../../contract/by-key.ts";
import { DOCUMENT_KINDS, type DocumentKindName } from "../../kinds/document-kinds.ts";
import { PLAIN_LIST_KINDS } from "../../kinds/list-kinds.ts";
import type { MemberType } from "../../kinds/members/member-data.ts";

/** Patterns of pages that a site has unless its configuration names others. */
export const DEFAULT_PAGES = { posts: "/posts/{slug}", ...byKey(PLAIN_LIST_KINDS, (name) => DOCUMENT_KINDS[name].page ?? "") };

/** Two values of a member in the API's form, by its type. Those of dates agree in nothing. */
export function pairOf(kind: DocumentKindName, name: string): readonly [unknown, unknown] {
  const member = DOCUMENT_KINDS[kind].members[name];
  if (member === undefined) throw new Error(`${kind} have no member ${name}: its row of filters or sorts in kinds/ names one`);
  const pair = member.type === "oneOf" ? [member.values?.[0], member.values?.[1]] : PAIRS[member.type];
  if (pair === undefined) throw new Error(`PAIRS in test/helpers/kind-values.ts has no values of the type ${member.type}`);
  return [pair[0], pair[1]];
}

const INSTANTS = ["2023-01-05T10:00:00.000Z", "2024-02-05T10:00:00.000Z"];
const DAYS = ["2023-01-05", "2024-02-05"];
const PAIRS: Readonly<Partial<Record<MemberType, readonly unknown[]>>> = {
  ...{ title: ["B", "A"], text: ["B", "A"], number: [1, 2], boolean: [true, false], language: ["de", "en"], list: [["wool"], []] },
  ...{ publishedAt: INSTANTS, updatedAt: INSTANTS, instant: INSTANTS, date: DAYS, partialDate: DAYS },
  localTime: ["2023-01-05T10:00:00", "2024-02-05T10:00:00"],
  tags: [[{ slug: "web", name: "Web" }], []],
  album: [{ slug: "harbours", title: "Harbours" }, null],
};
