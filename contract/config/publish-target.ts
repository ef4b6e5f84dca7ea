/**
 * A target that `octavo publish` uploads to. It is written as a name, which is followed, for some
 * targets, by a colon and a place.
 */

interface TargetForm {
  /** The form in which people write it. */
  readonly shown: string;
  readonly about: string;
  /** The default place; null if the target has no place. If missing, a place is required. */
  readonly fallback?: string | null;
  /** Describes the mistake in a place; null if there is none. */
  problemOf(place: string): string | null;
}

const NO_PLACE = { fallback: null, problemOf: (place: string) => (place === "" ? null : "must not have a colon") };
/** A simplified version of the rules of git-check-ref-format. */
const BRANCH = /^(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)|[./]$))[A-Za-z0-9_][\w./+@-]*$/;

export const PUBLISH_TARGETS = {
  cloudflare: { shown: "cloudflare", about: "Cloudflare Workers, by wrangler", ...NO_PLACE },
  netlify: { shown: "netlify", about: "Netlify, by netlify-cli", ...NO_PLACE },
  rsync: {
    shown: "rsync:<user>@<machine>:<folder>",
    about: "a folder on a server, by rsync; rsync:<folder> is a folder on this machine",
    problemOf(place) {
      if (place.startsWith("-")) return "begins with a hyphen, which rsync would read as an option";
      if (/\p{Cc}/u.test(place)) return "has control characters";
      const [, folder = place] = /^[^/]*?:{1,2}(.*)$/.exec(place) ?? [];
      return /[^/.:]/.test(folder) ? null : "names no folder";
    },
  },
  git: {
    shown: "git:<remote>/<branch>",
    about: "a separate branch, by git, for GitHub Pages or Codeberg Pages; git alone means git:origin/gh-pages",
    fallback: "origin/gh-pages",
    problemOf(place) {
      const { remote, branch } = splitBranch(place);
      if (!/^[A-Za-z0-9_][\w.-]*$/.test(remote)) return "names no remote";
      return BRANCH.test(branch) ? null : "names no branch";
    },
  },
} as const satisfies Readonly<Record<string, TargetForm>>;

export type TargetName = keyof typeof PUBLISH_TARGETS;

/** A target as written in a configuration. */
export type PublishTargetText = "cloudflare" | "netlify" | `rsync:${string}` | "git" | `git:${string}/${string}`;

export interface PublishTarget {
  readonly name: TargetName;
  /** "" if the target has none. */
  readonly place: string;
}

/** Splits `origin/gh-pages`. A remote has no slash; a branch may. */
export function splitBranch(place: string): { readonly remote: string; readonly branch: string } {
  const at = place.indexOf("/");
  return at < 0 ? { remote: place, branch: "" } : { remote: place.slice(0, at), branch: place.slice(at + 1) };
}

/** Hint for an invalid target. */
export const WANT_TARGET = `want ${Object.values(PUBLISH_TARGETS)
  .map(({ shown }) => shown)
  .join(", ")}`;

/** @returns a description of the mistake if the text is invalid */
export function readPublishTarget(written: string): PublishTarget | string {
  const [, word = "", , given = null] = /^([^:]*)(:(.*))?$/s.exec(written) ?? [];
  if (!Object.hasOwn(PUBLISH_TARGETS, word)) return "is not a target";
  const name = word as TargetName;
  const form: TargetForm = PUBLISH_TARGETS[name];
  const place = given ?? form.fallback ?? "";
  return form.problemOf(place) ?? { name, place };
}
