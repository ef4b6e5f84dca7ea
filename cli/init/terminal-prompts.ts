import { isCancel, select, text } from "@clack/prompts";
import type { Prompts } from "../io.ts";

/** Questions on this process's terminal. A signal ends them, as Ctrl-C does. */
export function createTerminalPrompts(signal: AbortSignal): Prompts {
  return {
    async ask({ message, initial, check }) {
      const answer = await text({
        message,
        signal,
        placeholder: initial,
        defaultValue: initial,
        // An empty line means the shown value.
        validate: (value = "") => check(value.trim() === "" ? initial : value) ?? undefined,
      });
      return isCancel(answer) ? null : answer.trim() || initial;
    },
    async choose({ message, options, initial }) {
      const answer = await select({ message, signal, options: options.map((option) => ({ ...option })), initialValue: initial });
      return isCancel(answer) ? null : answer;
    },
  };
}
