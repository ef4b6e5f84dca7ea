import { toInstant } from "../../days.ts";
import type { FailingChannel } from "../../store/notice-types.ts";
import { diagnose, skipped } from "../diagnosis.ts";
import type { Incident, IncidentKind } from "../incident.ts";

/** Whether messages to the owner arrive. A failing channel is reported through the others. */
export const channelsIncident: IncidentKind = {
  name: "channels",
  about: "whether the running server could send its messages to the owner",
  needs: "server",
  async examine({ server }) {
    if (server === null) return skipped("only the running server knows");
    return diagnose((await server.failingChannels()).map(describeFailing), "every message was sent");
  },
};

function describeFailing({ channel, since, error }: FailingChannel): Incident {
  const publicMessage = `notices by ${channel} cannot be sent`;
  return {
    key: channel,
    publicMessage,
    message: `${publicMessage}, since ${toInstant(since)}: ${error}`,
    remedy: "fix the cause, then test it: octavo notify test; octavo notify retry resends messages that the server gave up on",
  };
}
