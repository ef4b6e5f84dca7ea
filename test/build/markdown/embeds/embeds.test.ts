import { describe, expect, it } from "vitest";
import { PROVIDER_NAMES } from "../../../../build/markdown/embeds/providers.ts";
import { renderMarkdown } from "../../render/render-markdown.ts";

const embeds = { config: { embeds: true } } as const;

/** An address of each provider, and the address that a click loads; null if it loads nothing. */
const ADDRESSES: readonly (readonly [provider: string, address: string, frame: string | null])[] = [
  ["YouTube", "https://www.youtube.com/watch?v=tide-01", "https://www.youtube-nocookie.com/embed/tide-01"],
  ["YouTube", "https://youtu.be/tide-01", "https://www.youtube-nocookie.com/embed/tide-01"],
  ["Vimeo", "https://vimeo.com/1234567", "https://player.vimeo.com/video/1234567?dnt=1"],
  ["PeerTube", "https://films.marsh.example/w/9f3kQ2", "https://films.marsh.example/videos/embed/9f3kQ2"],
  ["Mastodon", "https://social.marsh.example/@ines/112233445566778899", "https://social.marsh.example/@ines/112233445566778899/embed"],
  ["Bluesky", "https://bsky.app/profile/ines.example/post/3kabc", "https://embed.bsky.app/embed/ines.example/app.bsky.feed.post/3kabc"],
  ["Bluesky", "https://bsky.app/profile/did:plc:abc1/post/3kabc", "https://embed.bsky.app/embed/did:plc:abc1/app.bsky.feed.post/3kabc"],
  ["Spotify", "https://open.spotify.com/intl-de/track/4abC?si=1", "https://open.spotify.com/embed/track/4abC"],
  ["Spotify", "https://open.spotify.com/episode/4abC", "https://open.spotify.com/embed/episode/4abC"],
  ["CodePen", "https://codepen.io/ines/pen/AbCdEf", "https://codepen.io/ines/embed/AbCdEf?default-tab=result"],
  ["GitHub", "https://github.com/ines/tide-tables", null],
  ["GitHub", "https://gist.github.com/ines/0123abcd", null],
];

function escapeAmpersands(text: string): string {
  return text.replaceAll("&", "&#x26;");
}

describe("an address with `embeds`", () => {
  it.each(ADDRESSES)("to %s in its own paragraph becomes a card: %s", async (provider, address, frame) => {
    const { html, text, diagnostics } = await renderMarkdown(`Before.\n\n${address}\n`, embeds);
    const [, attributes, link] = /\n<p class="embed"(.*)>(<a.*<\/a>)<\/p>$/.exec(html) ?? [];
    expect(link).toBe(`<a href="${escapeAmpersands(address)}">${escapeAmpersands(address)}</a>`);
    expect(/data-provider="(.*?)"/.exec(attributes ?? "")?.[1]).toBe(provider);
    expect(/data-embed="(.*?)"/.exec(attributes ?? "")?.[1] ?? null).toBe(frame === null ? null : escapeAmpersands(frame));
    expect([text, diagnostics]).toEqual([`Before.\n${address}`, []]);
  });

  it("is tested for every provider", () => {
    expect([...new Set(ADDRESSES.map(([provider]) => provider))].sort()).toEqual([...PROVIDER_NAMES].sort());
  });

  it("says in the document's language which site a click loads from, and gives the player's shape", async () => {
    const { html } = await renderMarkdown("https://open.spotify.com/show/4abC\n", { ...embeds, language: "de" });
    expect(html).toContain('data-shape="audio" data-note="Ein Klick lädt es von open.spotify.com"');
  });

  it.each([
    ["beside words", "See https://youtu.be/tide-01\n"],
    ["with its own link text", "[The film](https://youtu.be/tide-01)\n"],
    ["in a heading", "# https://youtu.be/tide-01\n"],
    ["in a table", "| a |\n|---|\n| https://youtu.be/tide-01 |\n"],
    ["in a tight list", "- https://youtu.be/tide-01\n"],
    ["of another site", "https://ines.example/film\n"],
    ["that is not encrypted", "http://www.youtube.com/watch?v=tide-01\n"],
    ["of a channel", "https://www.youtube.com/@ines\n"],
    ["of a host whose name has the same ending", "https://notgithub.com/ines/tide\n"],
    ["that runs a script", "[javascript:alert(1)](javascript:alert(1))\n"],
  ])("%s stays a link", async (_, markdown) => {
    const plain = await renderMarkdown(markdown);
    expect((await renderMarkdown(markdown, embeds)).html).toBe(plain.html);
    expect(plain.html).not.toContain("embed");
  });

  it("is a card in quotations and loose lists, and between angle brackets", async () => {
    for (const markdown of ["> https://youtu.be/a\n", "- one\n\n  https://youtu.be/a\n", "<https://youtu.be/a>\n"])
      expect([markdown, (await renderMarkdown(markdown, embeds)).html.includes('<p class="embed"')]).toEqual([markdown, true]);
  });

  it("is also a card with sanitize, which drops a forged card in the author's HTML", async () => {
    const markdown =
      'https://youtu.be/a\n\n<p class="embed" data-embed="https://evil.example/x"><a href="https://ines.example/">x</a></p>\n';
    const { html } = await renderMarkdown(markdown, { config: { embeds: true, rawHtml: "sanitize" } });
    expect(html).toContain('data-embed="https://www.youtube-nocookie.com/embed/a"');
    expect(html).not.toContain("evil");
  });
});
