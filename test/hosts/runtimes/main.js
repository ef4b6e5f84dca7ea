// Node, Deno and Bun: `main.js <baseUrl> <closedUrl>`.
import process from "node:process";
import { run } from "./program.js";

const [baseUrl, closedUrl] = process.argv.slice(2);
console.log(JSON.stringify(await run({ baseUrl, closedUrl })));
