// workerd: the addresses are parameters of the request.
import { run } from "./program.js";

// biome-ignore lint/style/noDefaultExport: required by Workers
export default {
  async fetch(request) {
    const { searchParams } = new URL(request.url);
    // A request that checks whether the Worker is running.
    if (searchParams.size === 0) return new Response();
    return Response.json(await run(Object.fromEntries(searchParams)));
  },
};
