import { existsSync } from "node:fs";
import { join } from "node:path";
import { CliError, EXIT_OK, type Io } from "../io.ts";
import { shortenPath } from "../text/shown-paths.ts";
import type { Answers } from "./answers.ts";
import type { InitSettings } from "./init-options.ts";
import type { OwnPackage } from "./own-package.ts";
import { DOCS_FOLDER, PACKAGE_NAME, type PackageSource } from "./package-source.ts";

interface NextOptions extends Pick<Answers, "folder" | "template" | "deploy" | "writes">, Pick<InitSettings, "dryRun" | "editor"> {
  readonly cwd: string;
  readonly source: PackageSource;
  readonly own: OwnPackage | null;
  /** Whether the folder had a site.yaml before. */
  readonly hasSite: boolean;
}

/** The last lines of `octavo init`: the commands and steps that follow. */
export function renderNextSteps(options: NextOptions): string {
  const { dryRun, hasSite, own, deploy, editor, writes } = options;
  const isAddition = hasSite && own?.hasOctavo === true && (deploy !== null || editor !== null);
  const now = dryRun ? "\nnothing was written: --dry-run\n" : isAddition ? renderAdded(options) : renderNext(options);
  return `${now}${deploy === "github-pages" ? renderPagesSteps(options) : ""}${writes ? WRITES_STEPS : ""}`;
}

/** The commands for files that were added to an existing site. */
function renderAdded({ folder, cwd, deploy, editor, own }: NextOptions): string {
  const dev = `${toEnter(folder, cwd)}${toDevCommand(own)}`;
  const editing = editor === null ? "" : `\nTo edit in the browser, type\n\n  ${dev}\n\nand open /admin/ at the address that it prints\n`;
  if (deploy === null || deploy === "github-pages") return editing;
  if (deploy === "docker") return `${editing}${DOCKER_STEPS}`;
  return `${editing}\nCommit the new files; ${DOCS_FOLDER}/deploying.md has the next steps\n`;
}

/**
 * The two commands to run. An existing package.json may lack octavo, and may have its own `dev`.
 */
function renderNext({ folder, cwd, source: { range }, own }: NextOptions): string {
  const wanted = /^[a-z]+:/.test(range) ? range : `${PACKAGE_NAME}@${range}`;
  const install = own === null || own.hasOctavo ? "npm install" : `npm install ${quoteWord(wanted)}`;
  return `\nNow type\n\n  ${toEnter(folder, cwd)}${install}\n  ${toDevCommand(own)}\n`;
}

function toEnter(folder: string, cwd: string): string {
  const shown = shortenPath(folder, cwd);
  return shown === "." ? "" : `cd ${quoteWord(shown)} && `;
}

function toDevCommand(own: OwnPackage | null): string {
  return own === null || /\boctavo dev\b/.test(String(own.scripts.dev)) ? "npm run dev" : "npx --no octavo dev";
}

const DOCKER_STEPS = `
Copy the folder to a server that has Docker and that your domain points to, and type there

  docker compose up --build --detach
`;

/** The steps that only the owner can take. GitHub publishes nothing until they are done. */
function renderPagesSteps({ folder, template }: NextOptions): string {
  const hasHome = template === "website" || template === "astro" || existsSync(join(folder, "public/index.html"));
  const steps = [
    "on GitHub: Settings → Pages → Source → GitHub Actions",
    "commit package-lock.json too, and push to main: the workflow runs on this branch (branches: in .github/workflows/publish.yml)",
    ...(hasHome ? [] : ["the home page is up to you: dist has no index.html, so write public/index.html, or add your front end's pages"]),
  ];
  return `\nTo publish on GitHub Pages\n\n${steps.map((step) => `  ${step}\n`).join("")}`;
}

/** Without secrets, the object refuses all writes, while the site can be read. */
const WRITES_STEPS = `
To accept comments on Cloudflare, after the site is published for the first time

  npx --no octavo secrets export --host cloudflare | npx wrangler secret bulk --config dist/_hosts/cloudflare/wrangler.jsonc
  keep the key that it prints: octavo comments list --site … needs it
`;

function quoteWord(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : JSON.stringify(word);
}

/**
 * Installs the packages of a new site, starts it and opens it in a browser.
 * @returns the exit code of the server, which a signal has stopped
 * @throws CliError if npm cannot install
 */
export async function startSite(folder: string, io: Io): Promise<number> {
  if (io.runProgram === undefined) return EXIT_OK;
  io.stdout.write("\nor wait: both commands run now\n\n");
  const installed = await io.runProgram("npm", ["install", "--no-audit", "--no-fund"], folder);
  if (io.signal.aborted) return EXIT_OK;
  if (installed !== 0)
    throw new CliError("npm install failed; the files of the site are written", { hint: "run npm install in its folder" });
  const stopped = await io.runProgram("npm", ["run", "dev", "--", "--open"], folder);
  return io.signal.aborted ? EXIT_OK : (stopped ?? EXIT_OK);
}
