import { join } from "node:path";
import { pathOfAddress } from "../../../contract/text/base-path.ts";
import type { Inputs } from "../../cache/inputs.ts";
import type { Memos } from "../../cache/memos.ts";
import { toServicesPattern } from "../../kinds/addresses/group-page.ts";
import { pagePatternsOf } from "../../kinds/addresses/page-pattern.ts";
import type { Content } from "../../kinds/kinds.ts";
import type { PictureStore } from "../../pictures/picture-store.ts";
import type { SourceRows } from "../../rows/source-rows.ts";
import type { Diagnostics } from "../../shared/diagnostics.ts";
import { createOwnFolders } from "../../shared/own-folders.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import type { Addresses } from "../../shared/site-addresses.ts";
import { type ContentReferences, createReferences } from "../content-references.ts";
import { createOtherAddresses, type IsServed } from "../other-addresses.ts";
import { createAnchors } from "../reference-anchors.ts";
import { createFileTree } from "../reference-files.ts";
import { createTargets, type TargetsOptions } from "../reference-targets.ts";
import { describeTargets } from "./describe-targets.ts";
import { LookupRecord, withRecall } from "./lookup-record.ts";
import { TextNotes } from "./text-notes.ts";

interface SiteReferencesOptions extends Pick<TargetsOptions, "isPublished"> {
  readonly config: ResolvedConfig;
  /** Absolute. */
  readonly contentDir: string;
  /** Absolute paths of the database and the configuration's modules. The files may be missing. */
  readonly privatePaths: readonly string[];
  readonly addresses: Addresses;
  /** Base of media URLs, without a final slash. */
  readonly mediaUrl: string;
  readonly pictures: Pick<PictureStore, "process" | "file">;
  /** null if the build makes no website. */
  readonly isServed: IsServed | null;
  readonly rows: SourceRows;
  readonly inputs: Inputs;
  readonly memos: Memos;
}

interface SiteReferences {
  readonly references: ContentReferences;
  /** Reports the findings and stores the look-ups. Called once all documents are rendered. */
  finish(diagnostics: Diagnostics): void;
}

/** Opens the references of a site, with the answers of the last build that are still valid. */
export async function openReferences(content: Content, options: SiteReferencesOptions): Promise<SiteReferences> {
  const { config, contentDir, privatePaths, addresses, mediaUrl, isPublished, isServed, rows, inputs, memos } = options;
  const staticDirs = config.static.map((folder) => join(config.root, folder));
  const roots = [contentDir, ...staticDirs];
  const sites = [content.site.url, addresses.site];
  const tree = createFileTree({ folders: createOwnFolders(roots), inputs, memos });
  const targets = describeTargets(content, { isPublished, sites, roots, privatePaths });
  const anchors = createAnchors(config.checks.anchors);
  const documents = createTargets(content, {
    ...{ siteUrl: addresses.site, isPublished },
    servicesPage: toServicesPattern(config.servicesUrl),
    patterns: pagePatternsOf(config),
  });
  const otherAddresses = createOtherAddresses(content, {
    ...{ base: pathOfAddress(addresses.site), severity: config.checks.pages },
    website: isServed && { ...documents, isServed },
  });
  const notes = new TextNotes({ anchors, otherAddresses });
  const lookups = new LookupRecord({ contentDir, mediaUrl, answers: rows.answers, targets, notes });
  const pictures = lookups.watch(options.pictures);
  await lookups.compare(rows.formerLookups, tree, pictures);
  const references = createReferences({
    ...documents,
    // All paths of a website are known, so the form of a path proves nothing.
    ...(isServed && { isPageShaped: () => false }),
    ...{ contentDir, staticDirs, sites, privatePaths, tree, pictures },
    linkNames: content.linkNames,
    anchors: notes.anchors,
    otherAddresses: notes.otherAddresses,
    checks: config.checks,
    diagnosticsOf: notes.diagnosticsOf,
  });
  return {
    references: withRecall(references, lookups),
    finish(diagnostics) {
      rows.lookups = lookups.keep(tree, inputs.since);
      notes.replayTo(diagnostics);
      anchors.check((file) => rows.rendering(file)?.facts.ids ?? null, diagnostics);
      otherAddresses.check(diagnostics);
    },
  };
}
