/** A call that this server makes to another one for somebody. */
export interface OutboundCall {
  readonly method: string
  readonly url: URL
  /** What the person gave, and nothing else. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array | null
}
export interface OutboundAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** As it came, up to `OUTBOUND_BYTES`. */
  readonly body: Uint8Array
  /** There was more of it. */
  readonly isCut: boolean
}
/**
 * Why there is no answer: the operator did not name the host and port; what it resolves to may not be reached; a header is
 * one that nobody may choose, or the request is no good; no answer came in time, or none that could be read; too many calls
 * are under way.
 */
export type OutboundFailure = 'notNamed' | 'closed' | 'refused' | 'late' | 'silent' | 'busy'

/** Calls to servers that the operator named before the start, and to no others (threats S1). */
export interface Outbound {
  /** Whether calls to this host and port may be tried; what it resolves to is found out with each call. */
  admits(url: URL): boolean
  /** Redirects are answers like others. @param ended fires when nobody waits any more, or there is no time left */
  call(call: OutboundCall, ended: AbortSignal): Promise<OutboundAnswer | { readonly failure: OutboundFailure }>
}

/** Of a request's body, and of an answer's. */
export const OUTBOUND_BYTES = 1024 * 1024
/** From the wish to the end of the answer. */
export const OUTBOUND_MS = 10_000
