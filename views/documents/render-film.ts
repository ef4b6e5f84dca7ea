import type { Post } from "../../packages/octavo-client/client.ts";
import { attributes, type Html, html } from "../html.ts";
import { ownPoster, renderPicture, WIDE_SIZES } from "../render-picture.ts";
import type { SiteView } from "../site-view.ts";
import { fillText } from "../words/page-words.ts";
import { toPlainTitle } from "../words/title-text.ts";

/**
 * The video of a post. Nothing is loaded from its host until the visitor asks for it. Without a
 * script, the link stays a plain link.
 */
export function renderFilm({ title, video, cover }: Post, site: SiteView): Html | null {
  if (video === null) return null;
  const { words, local } = site;
  const poster = ownPoster(video, site);
  if (video.provider === "file") {
    const source = attributes({ src: local(video.url), poster: poster === null ? null : local(poster.url) });
    return html`<figure class="video"><video controls preload="none"${source}><a href="${local(video.url)}">${words.watch}</a></video></figure>`;
  }
  const image = poster === null ? null : renderPicture(poster, site, { sizes: WIDE_SIZES, isDecorative: true, isEager: cover === null });
  const link = html`<a href="${video.url}">${image}<span>${words.watch} (${video.provider})</span></a>`;
  if (video.embedUrl === null) return html`<figure class="video">${link}</figure>`;
  const plain = toPlainTitle(title);
  const frame = attributes({ "data-src": video.embedUrl, "data-title": plain, "data-play": fillText(words.play, { title: plain }) });
  return html`<figure class="video"><octavo-film${frame}>${link}</octavo-film><figcaption>${fillText(words.loadsFrom, {
    host: new URL(video.embedUrl).host,
  })}</figcaption></figure>`;
}
