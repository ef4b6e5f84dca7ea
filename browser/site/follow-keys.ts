/** Keys that mean something where the focus is. */
const OWN_KEYS = "input, textarea, select, video, audio, pre, [contenteditable], [role]";

/** ← and → follow the links of a `<nav data-keys>` to the pages beside this one. */
export function followKeys(): void {
  document.addEventListener("keydown", ({ key, target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented }) => {
    if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return;
    if (target instanceof Element && target.closest(OWN_KEYS) !== null) return;
    const isRightToLeft = document.documentElement.dir === "rtl";
    const rel = { ArrowLeft: isRightToLeft ? "next" : "prev", ArrowRight: isRightToLeft ? "prev" : "next" }[key];
    if (rel !== undefined) document.querySelector<HTMLElement>(`nav[data-keys] a[rel="${rel}"]`)?.click();
  });
}
