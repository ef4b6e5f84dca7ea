const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const CODE_IN_LINE = /`[^`\n]*`/g;

/**
 * Writes spaces in the place of code, so that offsets and lines stay: fenced code, which ends at its
 * fence or with the text, and code within a line.
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
