import type { BuildNews } from "../../browser/live/build-events.ts";
import type { BuildResult } from "../../build/build-options.ts";
import type { Diagnostics } from "../../build/shared/diagnostics.ts";

/** Sends news of builds to open pages, over one stream of events per page. */
export interface BuildNewsStream {
  publish(news: BuildNews): void;
  /** Sends the latest news at once, then all further news. */
  open(): Response;
  /** Ends all streams. */
  close(): void;
}

export function createBuildNews(): BuildNewsStream {
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let last: Uint8Array | null = null;
  return {
    publish(news) {
      last = new TextEncoder().encode(`event: build\ndata: ${JSON.stringify(news)}\n\n`);
      for (const listener of listeners) listener.enqueue(last);
    },
    open() {
      let own: ReadableStreamDefaultController<Uint8Array>;
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller;
          listeners.add(controller);
          // These first bytes tell the page that it is connected.
          controller.enqueue(last ?? new TextEncoder().encode(":\n\n"));
        },
        cancel: () => void listeners.delete(own),
      });
      return new Response(stream, {
        headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" },
      });
    },
    close() {
      for (const listener of listeners) listener.close();
      listeners.clear();
    },
  };
}

/**
 * News of a build for open pages.
 * @param result null if the configuration itself is invalid
 */
export function toBuildNews(result: BuildResult | null, diagnostics: Diagnostics): BuildNews {
  return {
    ok: result?.ok === true,
    previews: result?.previews?.() ?? {},
    problems: diagnostics.all().map(({ severity, file, line, column, field, message, hint = null }) => ({
      severity,
      file,
      line,
      column,
      message: field === undefined ? message : `${field}: ${message}`,
      remedy: hint,
      page: result?.pageOf?.(file) ?? null,
    })),
  };
}
