import { healthy, skipped } from "../../../server/incidents/diagnosis.ts";
import { listChannels } from "../../../server/notices/channels/notice-channels.ts";
import { readNoticeConfig } from "../../../server/notices/read-notice-config.ts";
import type { DoctorCheck } from "../doctor-check.ts";

/** Whether the settings for notices are valid. A server does not start with invalid ones. */
export const noticesCheck: DoctorCheck = {
  name: "notices",
  about: `whether the settings for notices (by ${listChannels("or")}) can be used`,
  run({ io }) {
    const { senders } = readNoticeConfig(io.env);
    if (senders.length === 0) return skipped("nobody is notified of comments and inquiries: no channel is configured");
    return healthy(`configured: ${senders.map(({ channel }) => channel).join(", ")}; octavo notify test tries them`);
  },
};
