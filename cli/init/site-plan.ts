import type { OwnKind } from "../../build/shared/resolved-config.ts";
import { HOST_NAMES } from "../../hosts/host-names.ts";

export const TEMPLATES = ["website", "api", "astro", "empty"] as const;
export type TemplateName = (typeof TEMPLATES)[number];

export const EDITORS = ["sveltia"] as const;

/** A host, or a machine of one's own with Docker. */
export const DEPLOY_TARGETS = [...HOST_NAMES, "docker"] as const;
export type DeployTarget = (typeof DEPLOY_TARGETS)[number];

/** Where the site's repository is: `ines/site` at a host that Sveltia knows. */
export interface Repository {
  readonly host: "github" | "gitlab";
  readonly path: string;
}

/** Choices for a new site. */
export interface SitePlan {
  readonly name: string;
  /** Origin: `https://ines.example`. */
  readonly url: string;
  readonly language: string;
  readonly timeZone: string;
  readonly template: TemplateName;
  /** null: nobody yet. */
  readonly deploy: DeployTarget | null;
  /** Whether that host runs the write server, too. */
  readonly writes: boolean;
  /** The script `build` of a package.json that was there; null: there is none. */
  readonly existingBuildScript: string | null;
  readonly configFile: "octavo.config.ts" | "octavo.config.mts";
  /** For `dependencies` of its package.json. */
  readonly octavo: string;
  /** The same of octavo-client; null: the template needs none. */
  readonly octavoClient: string | null;
  /** Folder of the JSON Schemas, below the site's; null: the octavo that is installed there has none. */
  readonly schemas: string | null;
  /** Sveltia CMS edits the site in this repository; null: no editor is asked for. */
  readonly sveltia: Repository | null;
  /** Kinds that a configuration defines which is there already. */
  readonly ownKinds: readonly OwnKind[];
  /** Whether posts are dated by git, so that workflows need the whole history. */
  readonly isDatedByGit: boolean;
  /** Today, in the site's zone: `2026-06-01`. */
  readonly today: string;
}

/** A file of a new site. */
export interface PlannedFile {
  /** Below the site's folder, forward slashes. */
  readonly path: string;
  readonly text: string;
}
