/** Operations are below this path. */
export const OWNER_PREFIX = "/owner/v1/";
