import type { Image, Post, PostSummary } from "../../packages/octavo-client/client.ts";
import { h } from "../element.ts";
import { pictureFrame } from "../picture.ts";
import type { ReaderFacts } from "../reader-facts.ts";
import { outward, plainTitle } from "../texts.ts";
import type { ReaderWording } from "../words/reader-wording.ts";

/**
 * The poster of a video, unless another server would have to be asked for it: the visitor has not agreed to that yet. The build
 * knows the colours of the site's own pictures only.
 */
export function posterOf(video: PostSummary["video"], { origin }: ReaderFacts): Image | null {
  const poster = video?.poster ?? null;
  if (poster === null) return null;
  const isOwn = poster.dominantColor !== null || [location.origin, origin].includes(new URL(poster.url, location.href).origin);
  return isOwn ? poster : null;
}

/** A video: a button with the poster. Nothing is loaded from the video's host before the visitor presses it. */
export function filmBox({ video, title }: Post, site: ReaderFacts, { words, say }: ReaderWording): HTMLElement | null {
  if (video === null) return null;
  const poster = posterOf(video, site);
  const { host } = new URL(video.url, location.href);
  if (video.provider !== "file" && video.embedUrl === null)
    return h(
      "figure",
      { class: "wide film" },
      poster === null ? null : frame(poster),
      h("p", {}, outward(say(words.watchAt, { host }), video.url)),
    );
  const isOwn = [location.origin, site.origin].includes(new URL(video.url, location.href).origin);
  if (video.provider === "file" && isOwn) return h("figure", { class: "wide film" }, player(video, poster));
  const name = plainTitle(title);
  const button = h(
    "button",
    { type: "button", class: "play", "aria-label": say(words.play, { title: name }) },
    poster === null ? null : frame({ ...poster, alt: "" }),
    h("span", { class: "play-mark", "aria-hidden": "true" }),
  );
  const note = h(
    "figcaption",
    {},
    say(words.loadsFrom, { host: new URL(video.embedUrl ?? video.url).host }),
    " · ",
    outward(say(words.watchAt, { host }), video.url),
  );
  button.addEventListener("click", () => {
    const opened =
      video.provider === "file"
        ? player(video, poster)
        : h("iframe", {
            src: withAutoplay(video.embedUrl ?? ""),
            title: name,
            allow: "autoplay; fullscreen; picture-in-picture",
            class: "embed",
          });
    button.replaceWith(opened);
    opened.focus();
    if (opened instanceof HTMLVideoElement) void opened.play().catch(() => undefined);
  });
  return h("figure", { class: "wide film" }, button, note);
}

function frame(poster: Image): HTMLElement {
  return pictureFrame(poster, { sizes: "(min-width: 56rem) 52rem, 100vw", first: true, class: "film-poster" });
}

function player(video: NonNullable<Post["video"]>, poster: Image | null): HTMLVideoElement {
  return h("video", { src: video.url, controls: true, preload: "none", poster: poster?.url });
}

/** The visitor has pressed "play" already. YouTube, Vimeo and PeerTube all know this parameter. */
function withAutoplay(embedUrl: string): string {
  const url = new URL(embedUrl);
  url.searchParams.set("autoplay", "1");
  return url.href;
}
