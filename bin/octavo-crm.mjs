#!/usr/bin/env node
/** `octavo-crm` is `octavo crm`. Plain JavaScript, as octavo.mjs is. */
process.argv.splice(2, 0, "crm");
import("./octavo.mjs");
