import { healthy, skipped } from "../diagnosis.ts";
import type { Incident, IncidentKind } from "../incident.ts";

/** Whether engagement requests that wait in an inbox can be counted. */
export const figuresIncident: IncidentKind = {
  name: "figures",
  about: "whether waiting engagement can be counted",
  needs: "server",
  examine({ server }) {
    if (server === null) return skipped("only the running server knows");
    const { failure = null, aside = 0 } = server.store.engagement.inbox() ?? {};
    const findings = [...(failure === null ? [] : [toFailing(failure)]), ...(aside === 0 ? [] : [toAside(aside)])];
    return findings.length === 0 ? healthy("all waiting engagement can be counted") : { status: "wrong", findings };
  },
};

function toFailing(failure: string): Incident {
  const publicMessage = "engagement cannot be counted, so the figures lack waiting requests";
  const remedy = "nothing is lost; if it lasts, deploy the newest octavo, which counts waiting requests";
  return { key: "", message: `${publicMessage} (${failure})`, publicMessage, remedy };
}

function toAside(count: number): Incident {
  const message = `engagement requests that cannot be counted are set aside: ${count}; all others are counted`;
  const remedy = "they are kept for 90 days; deploy the newest octavo, which tries them again";
  return { key: "aside", message, publicMessage: message, remedy };
}
