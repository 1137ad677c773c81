/**
 * How long each side of a request waits for the other (R17): the server for its bytes, the browser for its answer. In a
 * file of its own because every reader loads it.
 */
export const REQUEST_MS = 20_000
