import { expect, it } from "vitest";
import { composeIncident } from "../../../server/incidents/compose-incident.ts";
import type { IncidentMessage } from "../../../server/incidents/incident-record.ts";
import { createIncidentSender, failingDeliveries } from "../../../server/incidents/incident-sender.ts";
import { readNoticeConfig } from "../../../server/notices/read-notice-config.ts";
import { startMailServer, startReceiver } from "../notices/receivers.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const SITE = { name: "Ines", url: "https://ines.example", timeZone: "Europe/Oslo", hasMachine: true };
const INCIDENT = {
  kind: "disk",
  key: "1",
  message: "the disk of /var/lib/octavo has 3 MiB left",
  publicMessage: "the database's disk has 3 MiB left",
  remedy: "make room",
};

function toMessage(more: Partial<IncidentMessage> = {}): IncidentMessage {
  const deliveries = ["mail", "webhook"].map((channel) => ({ channel, attempts: 0, dueAt: NOW, error: null }));
  return { id: "a1b2c3d4e5f6a1b2c3d4e5f6", incident: INCIDENT, since: NOW, until: null, deliveries, ...more };
}

async function createSending() {
  const mail = await startMailServer();
  const ntfy = await startReceiver();
  const { senders } = readNoticeConfig({
    OCTAVO_MAIL_SMTP: `smtp://127.0.0.1:${mail.port}`,
    OCTAVO_MAIL_TO: "ines@ines.example",
    OCTAVO_WEBHOOK_URL: `${ntfy.url}/topic`,
    OCTAVO_WEBHOOK_FORMAT: "ntfy",
  });
  const state = { now: NOW, warnings: [] as object[] };
  const sender = createIncidentSender({
    senders,
    compose: async (message) => composeIncident(message, SITE),
    clock: () => state.now,
    chance: () => 1,
    log: { warn: (message, fields) => void state.warnings.push({ message, ...fields }) },
  });
  const send = (pending: readonly IncidentMessage[]) => sender.send(pending, new AbortController().signal);
  return { mail, ntfy, state, send };
}

it("an incident's message reaches the owner through every channel, and only the mail contains paths", async () => {
  const { mail, ntfy, send } = await createSending();
  expect(await send([toMessage()])).toEqual([]);
  expect(mail.mails).toHaveLength(1);
  expect(mail.mails[0]?.headers.get("subject")).toEqual(["Ines: the database's disk has 3 MiB left"]);
  expect(mail.mails[0]?.text).toContain(
    "the disk of /var/lib/octavo has 3 MiB left\n\nSince: 2026-06-01 14:00 (Europe/Oslo)\nWhat to do: make room\n",
  );
  expect(ntfy.posts.map(({ body }) => JSON.parse(body))).toMatchObject([
    { topic: "topic", title: "Ines: the database's disk has 3 MiB left", message: expect.not.stringContaining("/var/lib") },
  ]);
  expect(await send([toMessage({ until: NOW + 60_000 })])).toEqual([]);
  expect(mail.mails[1]?.headers.get("subject")).toEqual(["Ines: over: the database's disk has 3 MiB left"]);
  expect(mail.mails[1]?.text).toContain("From 2026-06-01 14:00 (Europe/Oslo)\nto   2026-06-01 14:01 (Europe/Oslo)\n");
});

it("the sender retries a refusing channel separately, and counts it as failing from the third attempt", async () => {
  const { mail, ntfy, state, send } = await createSending();
  mail.refusal = "the disk of this mail server is full";
  let left = await send([toMessage()]);
  expect(left).toMatchObject([{ deliveries: [{ channel: "mail", attempts: 1, dueAt: NOW + 30_000 }] }]);
  expect(await send(left)).toEqual(left);
  expect(failingDeliveries(left)).toEqual([]);
  for (const pause of [30_000, 60_000]) {
    state.now += pause;
    left = await send(left);
  }
  expect(failingDeliveries(left)).toEqual([
    { channel: "mail", since: NOW, error: expect.stringContaining("the disk of this mail server is full") },
  ]);
  expect(ntfy.posts).toHaveLength(1);
  mail.refusal = null;
  state.now += 120_000;
  expect(await send(left)).toEqual([]);
  expect(mail.mails).toHaveLength(1);
  expect(state.warnings).toHaveLength(3);
});

it("the sender forgets a channel that was removed from the configuration", async () => {
  const { send } = await createSending();
  expect(await send([toMessage({ deliveries: [{ channel: "matrix", attempts: 0, dueAt: NOW, error: null }] })])).toEqual([]);
});
