/** For examples: an id as the write server gives them out, 24 characters of base32. */
export const EXAMPLE_ID = "mz4k7tqa2wfh3xrb6ncy5sod";
