import type { ImageVariant } from "../../contract/schemas/values.ts";
import type { ContentReferences } from "./content-references.ts";

/**
 * References that record which media URLs they return, so that only the media of published
 * documents are published.
 */
export interface TrackedReferences extends ContentReferences {
  /** Whether the URL of a file with this name was returned. */
  isUsed(name: string): boolean;
}

/** @param mediaUrl base of media URLs, without a final slash */
export function trackMedia(references: ContentReferences, mediaUrl: string): TrackedReferences {
  const used = new Set<string>();
  const noted = new WeakSet<object>();
  const note = (url: string): void => {
    if (url.startsWith(`${mediaUrl}/`)) used.add(url.slice(mediaUrl.length + 1).replace(/[?#].*$/, ""));
  };
  const notePicture = <P extends { readonly url: string; readonly variants: readonly ImageVariant[] }>(picture: P | null): P | null => {
    if (picture === null || noted.has(picture)) return picture;
    noted.add(picture);
    for (const { url } of [picture, ...picture.variants]) note(url);
    return picture;
  };
  const noteLink = (url: string | null): string | null => {
    if (url !== null) note(url);
    return url;
  };
  return {
    isUsed: (name) => used.has(name),
    ...(references.isOwnAddress === undefined ? {} : { isOwnAddress: references.isOwnAddress }),
    recall(from, asked) {
      const recalled = references.recall?.(from, asked) ?? null;
      if (recalled === null) return null;
      return (kind, answer) => {
        const found = recalled(kind, answer);
        if (typeof found === "string") note(found);
        else if (found !== undefined) notePicture(found);
        return found;
      };
    },
    link(href, from, at) {
      const answer = references.link(href, from, at);
      return answer instanceof Promise ? answer.then(noteLink) : noteLink(answer);
    },
    picture(src, from, at) {
      const answer = references.picture(src, from, at);
      return answer instanceof Promise ? answer.then(notePicture) : notePicture(answer);
    },
    async file(path, field, owner) {
      const answer = await references.file(path, field, owner);
      if (answer !== null) note(answer.url);
      return answer;
    },
    image: async (ref, owner) => notePicture(await references.image(ref, owner)),
    pictureOf: async (ref, owner) => notePicture(await references.pictureOf(ref, owner)),
  };
}
