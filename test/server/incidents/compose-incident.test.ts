import { expect, it } from "vitest";
import { composeIncident } from "../../../server/incidents/compose-incident.ts";

const SITE = { name: "Marsh", url: "https://marsh.example", timeZone: "UTC" };
const INCIDENT = { kind: "rows", key: "", message: "engagement is refused", publicMessage: "engagement is refused", remedy: "set more" };

it.each([true, false])("a message names octavo doctor only if it can run (on a machine: %s)", (hasMachine) => {
  const message = composeIncident({ id: "a", incident: INCIDENT, since: 0, until: null, deliveries: [] }, { ...SITE, hasMachine });
  expect(message.text).toContain("You will get another message when this is over.");
  expect(message.text.includes("octavo doctor examines everything")).toBe(hasMachine);
});
