// workerd: the addresses are parameters of the request.
import { run } from "./program.js";

// biome-ignore lint/style/noDefaultExport: so Workers want it.
export default {
  async fetch(request) {
    const { searchParams } = new URL(request.url);
    // Asked whether it is there.
    if (searchParams.size === 0) return new Response();
    return Response.json(await run(Object.fromEntries(searchParams)));
  },
};
