/**
 * How long one side waits for the other in a request (R17): the server for its bytes, the browser for its answer. It stands
 * by itself because every reader loads it.
 */
export const REQUEST_MS = 20_000
