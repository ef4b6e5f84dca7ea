/**
 * `node --import usage-preload.mjs …` makes any program report its resource usage over IPC. It is
 * plain JavaScript without imports, because Node's TypeScript compiler would otherwise be loaded
 * into the measured process.
 */
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ rssBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1_000_000 });
});
// The listener above must not keep the process alive.
process.channel?.unref();
