/** Formats a Markdown list item: `- [title](address): description`. */
export function toMarkdownLink(title: string, url: string, about: string | null = null): string {
  const said = oneLine(about ?? "");
  const address = url.replace(/[()<>\s]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
  return `- [${oneLine(title).replace(/[\\[\]]/g, "\\$&")}](${address})${said === "" ? "" : `: ${said}`}`;
}

export function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, " ").trim();
}
