/**
 * `node --import usage-preload.mjs …` makes any program tell over IPC what it has used. Plain
 * JavaScript, and nothing imported: Node's compiler for TypeScript would be loaded into the process
 * that is measured.
 */
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ rssBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1_000_000 });
});
// The listener above must not keep the process alive.
process.channel?.unref();
