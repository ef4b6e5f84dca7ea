import type { HostName } from "../../hosts/host-names.ts";

export const TEMPLATES = ["blog", "empty"] as const;
export type TemplateName = (typeof TEMPLATES)[number];

/** What a new site is to be. */
export interface SitePlan {
  readonly name: string;
  /** Origin: `https://ines.example`. */
  readonly url: string;
  readonly language: string;
  readonly timeZone: string;
  readonly template: TemplateName;
  /** null: nobody yet. */
  readonly deploy: HostName | null;
  /** For `dependencies` of its package.json. */
  readonly octavo: string;
  /** Today, in the site's zone: `2026-06-01`. */
  readonly today: string;
}

/** A file of a new site. */
export interface PlannedFile {
  /** Below the site's folder, forward slashes. */
  readonly path: string;
  readonly text: string;
}
