/** Cards from `markdown.embeds`, and videos of posts. The address in each is the player's. */
const CARDS = "p[data-embed], octavo-film[data-src]";

/**
 * Loads the player of a card or video when its link is clicked. Before that, no other server is
 * contacted. A click with a modifier key follows the link, as without a script.
 */
export function loadEmbedsOnClick(): void {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    const card = link?.closest<HTMLElement>(CARDS);
    if (!link || !card || event.defaultPrevented || event.button) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { embed, src = "", shape = "video", title } = card.dataset;
    const address = URL.parse(embed ?? src);
    if (address?.protocol !== "https:") return;
    event.preventDefault();
    // A click means that the visitor wants to watch it.
    if (shape === "video") address.searchParams.set("autoplay", "1");
    const frame = document.createElement("iframe");
    frame.src = address.href;
    frame.title = title ?? link.textContent;
    frame.allow = "autoplay; fullscreen; picture-in-picture; encrypted-media";
    card.replaceChildren(frame);
    card.dataset.loaded = "";
    frame.focus();
  });
}
