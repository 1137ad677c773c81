/** What the thread of the embedded database is started with. */
export interface EngineOptions {
  /** Null keeps everything in memory. */
  readonly directory: string | null
  /** A dump of an in-memory database to begin with. */
  readonly image: Uint8Array<ArrayBuffer> | null
}
export interface EngineThreadOptions extends EngineOptions {
  /** How many of the clients' bytes were sent and not yet taken: the thread can look at it while a statement runs. */
  readonly asked: Int32Array<SharedArrayBuffer>
}

export interface EngineQuestion {
  readonly kind: 'bytes'
  readonly client: number
  readonly bytes: Uint8Array<ArrayBuffer>
  /** What is asked ends when it takes longer than so long; null for no limit. */
  readonly limitMs: number | null
}

/** What the thread is told; `bytes` speak PostgreSQL's wire protocol, `client` says whose they are. */
export type EngineRequest =
  | EngineQuestion
  | { readonly kind: 'reset' }
  | { readonly kind: 'image' }
  /** What waits for the night. */
  | { readonly kind: 'upkeep' }
  /** Into a folder that is not there. */
  | { readonly kind: 'copy'; readonly to: string }
  | { readonly kind: 'close' }

export type EngineReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'bytes'; readonly client: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'image'; readonly image: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'kept'; readonly failure: string | null }
  | { readonly kind: 'copied'; readonly failure: string | null }
  /** Something an operator should know; the engine goes on. */
  | { readonly kind: 'warned'; readonly message: string }
  /** The engine cannot go on. */
  | { readonly kind: 'failed'; readonly message: string; readonly isDiskFull: boolean }
  | { readonly kind: 'closed'; readonly fsyncs: number }
