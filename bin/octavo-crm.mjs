#!/usr/bin/env node
/** `octavo-crm` is short for `octavo crm`. This file is plain JavaScript, like octavo.mjs. */
process.argv.splice(2, 0, "crm");
import("./octavo.mjs");
