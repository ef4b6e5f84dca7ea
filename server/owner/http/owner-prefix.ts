/** Operations are under this path. */
export const OWNER_PREFIX = "/owner/v1/";
