/** Markdown does not pass through a template language first, as Eleventy's documentation allows. */
export default function configure(eleventyConfig) {
  eleventyConfig.setQuietMode(true);
  return { dir: { input: "content", includes: "../_includes", output: "out" }, markdownTemplateEngine: false };
}
