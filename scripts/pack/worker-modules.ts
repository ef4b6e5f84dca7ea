import type { InputOptions, Plugin } from "rolldown";

/** Modules of Node that workerd has with `nodejs_compat`, and that the write program may use. */
const OF_WORKERD = ["node:crypto", "node:net", "node:timers/promises"];

/** How a program for workerd finds its modules. */
export const WORKER_RESOLVE: Pick<InputOptions, "external" | "resolve"> = {
  external: OF_WORKERD,
  resolve: { conditionNames: ["workerd", "worker", "import", "module", "default"], mainFields: ["module", "main"] },
};

/** A transport that tells the owner what to use instead. */
const NO_SMTP = `export const smtpTransport = {
  title: "SMTP",
  variables: [{ name: "OCTAVO_MAIL_SMTP", isSecret: true, isTarget: true }],
  hasApi: false,
  read: (env) => {
    env.problem("OCTAVO_MAIL_SMTP needs a machine: set OCTAVO_MAIL_API here, which sends over HTTP");
    return null;
  },
};`;

/** Leaves sockets for mail, and Zod's messages in languages other than English, out of a program. */
export function leaveOutOfWorkers(): Plugin {
  return {
    name: "leave-out-of-workers",
    load: {
      filter: { id: /[\\/](?:mail[\\/]smtp\.ts|zod[\\/]v4[\\/]locales[\\/]index\.js)$/ },
      handler: (id) => (id.endsWith("smtp.ts") ? NO_SMTP : 'export { default as en } from "./en.js";'),
    },
  };
}
