import type { Post } from "../../packages/octavo-client/client.ts";
import { attributes, type Html, html } from "../html.ts";
import { ownPoster, picture, WIDE_SIZES } from "../picture.ts";
import type { Site } from "../site.ts";
import { plainTitle } from "../text.ts";
import { fill } from "../words/words.ts";

/** The video of a post. Nothing is loaded from its host before the visitor asks for it; without a script, the link stays a link. */
export function film({ title, video, cover }: Post, site: Site): Html | null {
  if (video === null) return null;
  const { words, local } = site;
  const poster = ownPoster(video, site);
  if (video.provider === "file") {
    const source = attributes({ src: local(video.url), poster: poster === null ? null : local(poster.url) });
    return html`<figure class="video"><video controls preload="none"${source}><a href="${local(video.url)}">${words.watch}</a></video></figure>`;
  }
  const image = poster === null ? null : picture(poster, site, { sizes: WIDE_SIZES, isDecorative: true, isEager: cover === null });
  const link = html`<a href="${video.url}">${image}<span>${words.watch} (${video.provider})</span></a>`;
  if (video.embedUrl === null) return html`<figure class="video">${link}</figure>`;
  const plain = plainTitle(title);
  const frame = attributes({ "data-src": video.embedUrl, "data-title": plain, "data-play": fill(words.play, { title: plain }) });
  return html`<figure class="video"><octavo-film${frame}>${link}</octavo-film><figcaption>${fill(words.loadsFrom, {
    host: new URL(video.embedUrl).host,
  })}</figcaption></figure>`;
}
