/** Keys that mean something where the focus is. */
const OWN_KEYS = "input, textarea, select, video, audio, pre, [contenteditable], [role]";

/** ← and → follow the links of a `<nav data-keys>` to the pages beside this one. */
export function followKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return;
    const [before, after] = document.dir === "rtl" ? ["next", "prev"] : ["prev", "next"];
    const rel = { ArrowLeft: before, ArrowRight: after }[event.key];
    if (rel !== undefined) document.querySelector<HTMLElement>(`[data-keys] [rel=${rel}]`)?.click();
  });
}
