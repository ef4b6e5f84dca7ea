import { healthy, skipped } from "../diagnosis.ts";
import type { TroubleKind } from "../trouble.ts";

/** Whether requests of engagement that wait in an inbox can be counted. */
export const figuresTrouble: TroubleKind = {
  name: "figures",
  about: "whether engagement that waits can be counted",
  needs: "server",
  examine({ server }) {
    if (server === null) return skipped("only the running server knows");
    const failure = server.store.engagement.inbox()?.failure ?? null;
    if (failure === null) return healthy("nothing waits that cannot be counted");
    const publicMessage = "engagement cannot be counted: figures lack what waits";
    const remedy = "nothing is lost; if it lasts, deploy the newest octavo, which counts what waits";
    return { status: "wrong", findings: [{ key: "", message: `${publicMessage} (${failure})`, publicMessage, remedy }] };
  },
};
