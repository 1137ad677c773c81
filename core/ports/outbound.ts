/** A request that this server makes to another server for somebody. */
export interface OutboundCall {
  readonly method: string
  readonly url: URL
  /** Exactly what the person entered. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array | null
}
export interface OutboundAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Unchanged, up to `OUTBOUND_BYTES`. */
  readonly body: Uint8Array
  /** Whether it was cut off. */
  readonly isCut: boolean
}
/**
 * Why there is no answer: the operator did not allow the host and port; its address must not be reached; a header is
 * not allowed, or the request is invalid; no readable answer arrived in time; too many requests are under way.
 */
export type OutboundFailure = 'notNamed' | 'closed' | 'refused' | 'late' | 'silent' | 'busy'

/** Requests to servers that the operator allowed in the configuration, and to no others (threats S1). */
export interface Outbound {
  /** Whether requests to this host and port are allowed; its address is resolved with each request. */
  admits(url: URL): boolean
  /** Redirects are returned like any other answer. @param ended fires when the client is gone, or no time is left */
  call(call: OutboundCall, ended: AbortSignal): Promise<OutboundAnswer | { readonly failure: OutboundFailure }>
}

/** For the body of a request, and for that of an answer. */
export const OUTBOUND_BYTES = 1024 * 1024
/** From the start of the request to the end of the answer. */
export const OUTBOUND_MS = 10_000
