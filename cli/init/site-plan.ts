import type { OwnKind } from "../../build/shared/resolved-config.ts";
import { HOST_NAMES } from "../../hosts/host-names.ts";

export const TEMPLATES = ["website", "api", "astro", "empty"] as const;
export type TemplateName = (typeof TEMPLATES)[number];

export const EDITORS = ["sveltia"] as const;

/** A host, or a server of the owner's with Docker. */
export const DEPLOY_TARGETS = [...HOST_NAMES, "docker"] as const;
export type DeployTarget = (typeof DEPLOY_TARGETS)[number];

/** The place of the site's repository: `ines/site` at a host that Sveltia supports. */
export interface Repository {
  readonly host: "github" | "gitlab";
  readonly path: string;
}

/**
 * The repository of the git remote origin; null if its host is not one that Sveltia supports.
 * @param config text of .git/config
 */
export function findRepository(config: string): Repository | null {
  const [, section = ""] = /^\[remote "origin"\]\n((?:[ \t]+.*\n?)*)/m.exec(config) ?? [];
  const [, host = "", path = ""] = /url\s*=\s*\S*?(github|gitlab)\.com[:/]([\w.-]+(?:\/[\w.-]+)+)\s*$/m.exec(section) ?? [];
  return host === "" ? null : { host: host === "gitlab" ? "gitlab" : "github", path: path.replace(/\.git$/, "") };
}

/** Choices for a new site. */
export interface SitePlan {
  readonly name: string;
  /** Origin: `https://ines.example`. */
  readonly url: string;
  readonly language: string;
  readonly timeZone: string;
  readonly template: TemplateName;
  /** null if there is none yet. */
  readonly deploy: DeployTarget | null;
  /** Whether that host also runs the write server. */
  readonly writes: boolean;
  /** The `build` script of an existing package.json; null if there is none. */
  readonly existingBuildScript: string | null;
  readonly configFile: "octavo.config.ts" | "octavo.config.mts";
  /** For `dependencies` of its package.json. */
  readonly octavo: string;
  /** The same for octavo-client; null if the template does not need it. */
  readonly octavoClient: string | null;
  /** Folder of the JSON Schemas, relative to the site's; null if the installed octavo has none. */
  readonly schemas: string | null;
  /** The repository in which Sveltia CMS edits the site; null if no editor was chosen. */
  readonly sveltia: Repository | null;
  /** Kinds defined by an existing configuration. */
  readonly ownKinds: readonly OwnKind[];
  /** The folder for the files of Sveltia CMS: `public/admin`. */
  readonly editorFolder: string;
  /** Whether posts get their dates from git, so that workflows need the whole history. */
  readonly isDatedByGit: boolean;
  /** Today, in the site's zone: `2026-06-01`. */
  readonly today: string;
}

/** A file of a new site. */
export interface PlannedFile {
  /** Relative to the site's folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}
