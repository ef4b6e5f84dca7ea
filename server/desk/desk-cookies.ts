/** All values of a cookie, in the order received. */
export function readCookies(request: Request, name: string): string[] {
  return (request.headers.get("Cookie") ?? "").split(";").flatMap((pair) => {
    const equals = pair.indexOf("=");
    return equals > 0 && pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1).trim()] : [];
  });
}
