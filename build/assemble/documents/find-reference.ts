import type { ReferenceValue } from "../../../contract/config/define-kind.ts";
import { toPageAddress } from "../../shared/site-addresses.ts";
import type { AnswerContext } from "./document-answers.ts";
import { toDocumentTitle } from "./document-title.ts";
import type { RenderedContent } from "./input.ts";

type Target = Omit<ReferenceValue, "kind">;
type TargetOptions = Pick<AnswerContext, "siteUrl" | "pageOf">;

/** Finds the targets of `reference` fields: public, listed documents by kind and slug. */
export function createReferenceFinder(content: RenderedContent, options: TargetOptions): AnswerContext["findReference"] {
  const bySlug = new Map<string, ReadonlyMap<string, Target>>();
  return (kind, slug) => {
    const targets = bySlug.get(kind) ?? new Map(listTargets(content, kind, options).map((target) => [target.slug, target] as const));
    bySlug.set(kind, targets);
    const target = targets.get(slug);
    return target === undefined ? null : { kind, ...target };
  };
}

function listTargets(content: RenderedContent, kind: string, options: TargetOptions): readonly Target[] {
  const documents = content.documents[kind];
  if (documents !== undefined)
    return documents.map(({ entry, body }) =>
      toTarget({ ...entry, title: toDocumentTitle(entry, body), page: options.pageOf(entry) }, options.siteUrl),
    );
  if (kind !== "posts") return [];
  return content.posts.flatMap(({ entry }) => (entry.unlisted ? [] : [toTarget(entry, options.siteUrl)]));
}

function toTarget({ slug, title, page }: { slug: string; title: string; page: string | null }, siteUrl: string): Target {
  return { slug, title, ...toPageAddress(siteUrl, page) };
}
