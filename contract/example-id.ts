/** An id for examples, in the form that the write server issues: 24 characters of base32. */
export const EXAMPLE_ID = "mz4k7tqa2wfh3xrb6ncy5sod";
