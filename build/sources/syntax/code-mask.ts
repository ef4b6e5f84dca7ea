const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const CODE_IN_LINE = /`[^`\n]*`/g;

/**
 * Replaces code with spaces, so that offsets and lines stay: inline code and fenced code. An
 * unclosed fence reaches to the end.
 */
export function maskCode(body: string): string {
  let open = "";
  const lines = body.split("\n").map((line) => {
    const [, fence = "", rest = ""] = FENCE.exec(line) ?? [];
    const isInside = open !== "";
    if (isInside) {
      if (fence.startsWith(open) && rest.trim() === "") open = "";
    } else if (fence !== "" && !(fence.startsWith("`") && rest.includes("`"))) open = fence;
    return isInside || open !== "" ? toSpaces(line) : line;
  });
  return lines.join("\n").replace(CODE_IN_LINE, toSpaces);
}

function toSpaces(text: string): string {
  return " ".repeat(text.length);
}
