/** Elements that handle keys themselves. */
const WITH_KEYS = "input,textarea,select,pre";

/** ← and → follow the links of a `<nav data-keys>` to the neighbouring pages. */
export function followKeys(): void {
  document.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || (event.target as Element).closest(WITH_KEYS)) return;
    const [before, after] = document.dir === "rtl" ? ["next", "prev"] : ["prev", "next"];
    const rel = { ArrowLeft: before, ArrowRight: after }[event.key];
    if (rel) document.querySelector<HTMLElement>(`[data-keys] [rel=${rel}]`)?.click();
  };
}
