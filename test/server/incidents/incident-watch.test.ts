import { expect, it } from "vitest";
import type { Incident, IncidentKind } from "../../../server/incidents/incident.ts";
import { EMPTY_RECORD, type IncidentRecord } from "../../../server/incidents/incident-record.ts";
import { createIncidentWatch } from "../../../server/incidents/incident-watch.ts";

const MINUTE = 60_000;

/** A watch over two kinds whose incidents the test sets. */
function createWatched(record: IncidentRecord = EMPTY_RECORD, now = 1_000_000) {
  const state = { now, disk: [] as string[], channels: [] as string[], kept: [] as IncidentRecord[] };
  const toKind = (name: "disk" | "channels"): IncidentKind => ({
    name,
    about: "",
    needs: "files",
    examine: () => ({ status: "wrong", findings: state[name].map(toIncident) }),
  });
  let id = 0;
  const watch = createIncidentWatch({
    site: { now: () => state.now, files: null, server: null },
    kinds: [toKind("disk"), toKind("channels")],
    channels: ["mail", "webhook"],
    newId: () => `id-${++id}`,
    record,
    keep: (next) => void state.kept.push(next),
    tryWrite: async () => {},
    log: { info: () => {} },
  });
  /** Messages to send, with their channels; empties the queue. */
  const look = async (): Promise<string[]> => {
    await watch.look();
    const lines = watch.record.pending.map(
      ({ incident, until, deliveries }) =>
        `${incident.kind} ${incident.key} ${until === null ? "begun" : "over"}: ${deliveries.map(({ channel }) => channel).join(" ")}`,
    );
    watch.setPending([]);
    return lines;
  };
  return { state, watch, look };
}

function toIncident(key: string): Incident {
  return { key, message: `${key} at ${Math.random()}`, publicMessage: key, remedy: "do something" };
}

it("the watch reports an incident once when it begins, and once when it has been gone for a minute", async () => {
  const { state, look } = createWatched();
  expect(await look()).toEqual([]);
  state.disk = ["sda"];
  expect(await look()).toEqual(["disk sda begun: mail webhook"]);
  state.now += 10 * MINUTE;
  expect(await look()).toEqual([]);
  state.disk = [];
  state.now += MINUTE - 1;
  expect(await look()).toEqual([]);
  state.now += 1;
  expect(await look()).toEqual(["disk sda over: mail webhook"]);
  state.now += 10 * MINUTE;
  expect(await look()).toEqual([]);
});

it("the watch reports a failing channel through another one", async () => {
  const { state, look } = createWatched();
  state.channels = ["mail"];
  expect(await look()).toEqual(["channels mail begun: webhook"]);
  state.channels = [];
  state.now += MINUTE;
  expect(await look()).toEqual(["channels mail over: webhook"]);
});

it("the watch reports an incident that comes and goes less and less often", async () => {
  const { state, look } = createWatched();
  let told = 0;
  for (let minute = 0; minute < 8 * 60; minute += 1) {
    state.disk = minute % 2 === 0 ? ["sda"] : [];
    told += (await look()).length;
    state.now += MINUTE;
  }
  // One message per minute would be 480.
  expect(told).toBeLessThanOrEqual(4);
  expect(told).toBeGreaterThanOrEqual(2);
});

it("the watch does not repeat itself after a restart, and reports incidents that have ended in the meantime", async () => {
  const first = createWatched();
  first.state.disk = ["sda", "sdb"];
  expect(await first.look()).toHaveLength(2);
  const record = first.state.kept.at(-1);
  const day = 24 * 60 * MINUTE;
  const second = createWatched(record, first.state.now + day);
  second.state.disk = ["sdb"];
  expect(await second.look()).toEqual([]);
  second.state.now += MINUTE;
  expect(await second.look()).toEqual(["disk sda over: mail webhook"]);
  expect(second.watch.record.lasting.map(({ incident }) => incident.key)).toEqual(["sdb"]);
});

it("the watch replaces an unsent message about a beginning with the one about the end", async () => {
  const { state, watch } = createWatched();
  state.disk = ["sda"];
  await watch.look();
  expect(watch.record.pending).toHaveLength(1);
  state.disk = [];
  state.now += MINUTE;
  await watch.look();
  expect(watch.record.pending).toMatchObject([{ since: 1_000_000, until: 1_000_000 }]);
});

it("the watch writes its record only if incidents or messages have changed", async () => {
  const { state, look } = createWatched();
  state.disk = ["sda"];
  await look();
  const before = state.kept.length;
  for (let n = 0; n < 5; n += 1) {
    state.now += MINUTE;
    await look();
  }
  expect(state.kept.length).toBe(before);
});

it("the watch survives a clock that is set back", async () => {
  const { state, look } = createWatched();
  state.disk = ["sda"];
  await look();
  state.now -= 365 * 24 * 60 * MINUTE;
  expect(await look()).toEqual([]);
  state.disk = [];
  state.now += MINUTE;
  expect(await look()).toEqual(["disk sda over: mail webhook"]);
});
