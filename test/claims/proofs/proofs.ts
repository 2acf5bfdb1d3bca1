/**
 * What stands behind the claims of README and docs: by page and a part of the sentence, `FILE: part of a test's title`, or
 * `advice` for what asks the reader to do something or follows from others.
 */
export type Proofs = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
