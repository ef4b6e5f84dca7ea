/**
 * `octavo-sw-start.js`, a classic script for pages. It starts the service worker in the same
 * folder, unless the host answers the API itself. Elements whose requests came too early repeat
 * them.
 */
const { src } = document.currentScript as HTMLScriptElement;
const { serviceWorker } = navigator;

async function startWorker(): Promise<void> {
  // Browsers support service workers only on https, but hosts may also serve pages over http.
  if (!serviceWorker || serviceWorker.controller) return;
  const api = new URL("api/v1", src).href;
  const answer = await fetch(api, { method: "HEAD" });
  if (answer.ok) return;
  serviceWorker.addEventListener("controllerchange", () => askAgain(api), { once: true });
  await serviceWorker.register(new URL("octavo-sw.js", src).href);
  const { active } = await serviceWorker.ready;
  // In a page loaded with Shift held, the worker runs but does not control the page.
  active?.postMessage("octavo:claim");
}

function askAgain(api: string): void {
  for (const element of document.querySelectorAll("octavo-comments, octavo-inquiry, octavo-like, octavo-search")) {
    const query = element.shadowRoot?.querySelector<HTMLInputElement>("[type=search]");
    // The focus stays where the visitor is typing.
    if (query?.value) query.dispatchEvent(new Event("input"));
    else if (!query) element.setAttribute("api", api);
  }
}

void startWorker();
