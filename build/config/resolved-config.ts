import type { CheckName, CheckSeverity, CollectionName, FrontMatterConfig, OctavoConfig } from "../../contract/define-config.ts";
import type { ListKind } from "../../contract/paths.ts";
import type { MarkdownSettings } from "../render/markdown/markdown-settings.ts";

/** How slugs are made: of a pattern, or by a function. */
export type SlugSetting = NonNullable<NonNullable<OctavoConfig["slugs"]>[CollectionName]>;

/** A configuration with every default in place. */
export interface ResolvedConfig {
  /** As shown in messages; null: there is no configuration file. */
  readonly file: string | null;
  /** A digest of the code of functions (plugins, slugs): of the configuration and what it imports. "" without any. */
  readonly sources: string;
  /** Absolute: the folder that `content`, `out` and `static` are relative to. */
  readonly root: string;
  readonly content: string;
  readonly out: string;
  readonly site: Readonly<Record<string, unknown>>;
  readonly urls: Readonly<Record<ListKind, string>>;
  readonly formerUrls: Readonly<Record<ListKind, readonly string[]>>;
  readonly slugs: Readonly<Record<CollectionName, SlugSetting | null>>;
  readonly collections: Readonly<Record<CollectionName, readonly string[]>>;
  /** Whether the author set a glob; if not, a file that no glob takes is a mistake. */
  readonly ownCollections: boolean;
  readonly static: readonly string[];
  readonly frontMatter: {
    /** The author's name → ours; "" for one to leave aside. */
    readonly names: Readonly<Record<CollectionName, Readonly<Record<string, string>>>>;
    readonly unknownKeys: NonNullable<FrontMatterConfig["unknownKeys"]>;
    readonly defaults: Readonly<Record<CollectionName, Readonly<Record<string, unknown>>>>;
  };
  readonly markdown: Required<MarkdownSettings>;
  readonly mdx: NonNullable<OctavoConfig["mdx"]>;
  readonly checks: Readonly<Record<CheckName, CheckSeverity>>;
  readonly pictures: { readonly widths: readonly number[]; readonly quality: number };
  readonly cacheKey: readonly string[];
}
