import { createRequire } from "node:module";
import { resolve } from "node:path";

/**
 * Lists the posts of a Hexo site as JSON Feed: hexo-posts.mjs <site> <folder that has hexo
 * installed>. The site's plugins do not run.
 */
const [site, installed] = process.argv.slice(2).map((path) => resolve(path));
const require = createRequire(`${installed}/package.json`);
const Hexo = require(`${installed}/node_modules/hexo`);
const hexo = new Hexo(site, { silent: true });
for (const part of ["filter", "helper", "processor", "renderer"]) require(`${installed}/node_modules/hexo/dist/plugins/${part}`)(hexo);
// Without this, and without the YAML renderer above, the configuration is not read.
hexo.env.init = true;
await require(`${installed}/node_modules/hexo/dist/hexo/load_config.js`)(hexo);
hexo.theme_dir = `${installed}/no-theme/`;
const render = Object.assign(({ text }) => text, { disableNunjucks: true });
for (const ending of ["md", "markdown"]) hexo.extend.renderer.register(ending, "html", render, true);
await hexo.source.process();
const items = hexo
  .model("Post")
  .find({ published: true })
  .toArray()
  .map(({ path, title, date }) => ({
    url: `https://old.example/${path.replace(/^\/+/, "")}`,
    title: String(title),
    date_published: date.toDate().toISOString(),
  }));
process.stdout.write(`${JSON.stringify({ version: "https://jsonfeed.org/version/1.1", title: "posts", items }, null, 1)}\n`);
