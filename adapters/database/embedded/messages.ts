/** Parameters for the thread of the embedded database. */
export interface EngineOptions {
  /** Null keeps everything in memory. */
  readonly directory: string | null
  /** A dump of an in-memory database to start from. */
  readonly image: Uint8Array<ArrayBuffer> | null
}
export interface EngineThreadOptions extends EngineOptions {
  /** The number of bytes sent by clients and not yet processed; readable by the thread while a statement runs. */
  readonly asked: Int32Array<SharedArrayBuffer>
}

export interface EngineQuestion {
  readonly kind: 'bytes'
  readonly client: number
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Statement timeout; null for none. */
  readonly limitMs: number | null
}

/** Messages to the thread; `bytes` are in PostgreSQL's wire protocol, `client` is their sender. */
export type EngineRequest =
  | EngineQuestion
  | { readonly kind: 'reset' }
  | { readonly kind: 'image' }
  /** Maintenance deferred to the night. */
  | { readonly kind: 'upkeep' }
  /** To a new folder. */
  | { readonly kind: 'copy'; readonly to: string }
  | { readonly kind: 'close' }

export type EngineReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'bytes'; readonly client: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'image'; readonly image: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'kept'; readonly failure: string | null }
  | { readonly kind: 'copied'; readonly failure: string | null }
  /** A warning for the operator; the engine continues. */
  | { readonly kind: 'warned'; readonly message: string }
  /** The engine cannot continue. */
  | { readonly kind: 'failed'; readonly message: string; readonly isDiskFull: boolean }
  | { readonly kind: 'closed'; readonly fsyncs: number }
