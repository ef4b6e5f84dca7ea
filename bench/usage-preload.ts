/** `node --import usage-preload.ts …` makes any program tell over IPC what it has used. */
import { answerUsage } from "./usage.ts";

answerUsage();
