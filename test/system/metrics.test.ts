import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { type ApiProcess, createSystemSite, type SystemSite } from "./api-process.ts";
import { describeWith } from "./programs.ts";
import { createVisitors } from "./visitors.ts";

const DOCS = fileURLToPath(new URL("../../docs/monitoring/", import.meta.url));
const RULE_TESTS = fileURLToPath(new URL("octavo-rules.test.yaml", import.meta.url));
const OPEN_METRICS = "application/openmetrics-text; version=1.0.0";

let site: SystemSite;
let api: ApiProcess;
beforeEach(async () => {
  site = await createSystemSite();
  api = await site.start({ db: site.path("data/octavo.db"), env: { OCTAVO_METRICS: "local" } });
  const visitors = createVisitors(createRandom(3));
  for (let n = 0; n < 10; n += 1) await api.send(visitors.next().request);
  await api.send({ method: "GET", path: "/api/v1/posts/thaw/comments" });
  await api.send({ method: "GET", path: "/api/v1/posts/no-such-post/comments" });
});
afterEach(() => site.remove());

describeWith(["promtool"], "metrics for Prometheus", (promtool) => {
  it("pass its linter, and parse as OpenMetrics", async () => {
    const { text } = await api.read("/metrics");
    const lint = spawnSync(promtool, ["check", "metrics"], { input: text, encoding: "utf8" });
    expect([lint.status, lint.stdout + lint.stderr]).toEqual([0, ""]);
    const open = await api.read("/metrics", { Accept: OPEN_METRICS });
    expect(open.type).toContain("application/openmetrics-text");
    // Only this promtool command parses OpenMetrics strictly. It requires a time for each value.
    const timed = open.text.replace(/^([a-z][^\n]*)$/gm, "$1 1767225600");
    writeFileSync(site.path("metrics.txt"), timed);
    const args = ["tsdb", "create-blocks-from", "openmetrics", site.path("metrics.txt"), site.path("blocks")];
    const parsed = spawnSync(promtool, args, { encoding: "utf8" });
    expect([parsed.status, parsed.stderr]).toEqual([0, expect.not.stringMatching(/error/i)]);
  });

  it("have alert rules that fire when they should", () => {
    execFileSync(promtool, ["check", "rules", `${DOCS}octavo.rules.yaml`], { stdio: "pipe" });
    const tested = spawnSync(promtool, ["test", "rules", RULE_TESTS], { encoding: "utf8" });
    expect([tested.status, tested.stdout + tested.stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
  });

  it("include every metric that the dashboard and the rules use", async () => {
    const { text } = await api.read("/metrics");
    const known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
    const asked = ["octavo.rules.yaml", "grafana-dashboard.json"].flatMap((name) => [
      ...readFileSync(`${DOCS}${name}`, "utf8").matchAll(/\b(?:octavo|process)_[a-z_]+\b/g),
    ]);
    const names = new Set(asked.map(([name]) => name.replace(/_bucket$/, "")));
    expect(names.size).toBeGreaterThan(10);
    // A server without backups and snapshots reports no ages for them.
    const absent = ["octavo_backup_age_seconds", "octavo_snapshot_age_seconds"];
    expect([...names].filter((name) => !known.has(name) && !absent.includes(name))).toEqual([]);
  });
});
