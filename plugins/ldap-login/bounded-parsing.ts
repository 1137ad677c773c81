import type { Client } from 'ldapts'
import type { Socket } from 'node:net'

/** Of the shortest message there is, which has seven bytes, some hundred. */
const PIECE_BYTES = 2_048

interface Parts {
  socketDataHandler: (data: Buffer) => void
  readonly messageParser: { readonly buffer?: Buffer }
}
/** What the client does not show: its version is pinned, and a test floods it. */
const partsOf = (client: Client): Parts => client as unknown as Parts

/**
 * The client reads each message behind the first one of a chunk by recursion, and what it throws there is nobody's: a
 * directory that sends some thousand small ones would end the process (threats L2).
 */
export function parseInPieces(client: Client, socketOf: () => Socket | null): void {
  const parts = partsOf(client)
  const whole = parts.socketDataHandler
  parts.socketDataHandler = (data) => {
    try {
      for (let at = 0; at < data.length; at += PIECE_BYTES) whole(data.subarray(at, at + PIECE_BYTES))
    } catch (error) {
      socketOf()?.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

/** Whether a part of a message lies there, which would be the beginning of the next one. */
export const isWithinMessage = (client: Client): boolean => (partsOf(client).messageParser.buffer?.length ?? 0) > 0
