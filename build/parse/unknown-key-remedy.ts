import { isOwnKey, type KindName, shownKind } from "../kinds/document/kind-name.ts";

/** The remedy for an unknown key. @param namesParent whether the document of a tree has the key `parent` */
export function remedyOfUnknownKey(kind: KindName, namesParent: boolean): string {
  if (isOwnKey(kind))
    return `a field that was removed: take the key out of the document; a new one: define it in kinds.${shownKind(kind)}.fields of octavo.config.ts`;
  if (kind === "series") return "";
  const parent = namesParent ? "folders make parents: guide/knots.md is below guide/index.md or guide.md; " : "";
  return `${parent}keys of another tool: frontMatter: { unknownKeys: "collect" } in octavo.config.ts leaves them aside, frontMatter.extra publishes them`;
}
