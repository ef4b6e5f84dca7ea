/** Markdown is not run through a template language first, as its documentation allows. */
export default function configure(eleventyConfig) {
  eleventyConfig.setQuietMode(true);
  return { dir: { input: "content", includes: "../_includes", output: "out" }, markdownTemplateEngine: false };
}
