import type { RenderedContent } from "../../assemble/documents/input.ts";
import type { MadeCards } from "../../cards/make-cards.ts";
import type { OutputFile } from "../../emit/output-file.ts";
import type { Finding } from "../../shared/diagnostics.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import type { Addresses } from "../../shared/site-addresses.ts";
import { findMermaidFile } from "./mermaid-file.ts";
import type { OwnLook, OwnLookOptions } from "./style-files.ts";

interface SiteAssetsOptions extends Pick<OwnLookOptions, "cwd" | "site" | "inputs" | "diagnostics"> {
  readonly config: ResolvedConfig;
  readonly contentDir: string;
  readonly cacheDir: string;
  readonly check?: boolean;
  /** Whether pages are rendered, as files or on request. */
  readonly hasPages: boolean;
  readonly addresses: Addresses;
}

/** Files and settings that pages need in addition to their documents. */
export interface SiteAssets {
  /** null if the site has no pages */
  readonly look: OwnLook | null;
  readonly cards: MadeCards["cards"];
  readonly files: readonly OutputFile[];
  /** Mistakes in settings. */
  readonly findings: readonly Finding[];
}

const CARDS_WITHOUT_PAGES: Finding = {
  code: "cards",
  message: "cards belong to the site's pages, but this site has none",
  hint: "write website: true, or remove cards",
  field: ["cards"],
};

/** Loads styles and cards only for a site with pages, because they import the views. */
export async function loadSiteAssets(content: RenderedContent, options: SiteAssetsOptions): Promise<SiteAssets> {
  const { config, inputs, hasPages, addresses } = options;
  const style = hasPages ? await import("./style-files.ts") : null;
  const unused = config.cards !== null && config.website === null ? [CARDS_WITHOUT_PAGES] : [];
  const cards = config.website && config.cards !== null ? await import("./site-cards.ts") : null;
  const made = (await cards?.makeSiteCards(options, content, addresses, inputs)) ?? null;
  const mermaid = hasPages ? findMermaidFile({ config, content, inputs }) : null;
  return {
    look: style?.readOwnLook(options) ?? null,
    cards: made?.cards ?? null,
    files: [...(mermaid?.files ?? []), ...(made?.files ?? [])],
    findings: [...unused, ...(made?.findings ?? []), ...(mermaid?.findings ?? [])],
  };
}
