import type { Client } from 'ldapts'
import type { Socket } from 'node:net'

/** For the shortest possible messages, of seven bytes, several hundred. */
const PIECE_BYTES = 2_048

interface Parts {
  socketDataHandler: (data: Buffer) => void
  readonly messageParser: { readonly buffer?: Buffer }
}
/** Private to the client: its version is pinned, and a test floods it. */
const partsOf = (client: Client): Parts => client as unknown as Parts

/**
 * The client reads further messages of a chunk recursively, and an error thrown there cannot be caught: a directory
 * sending thousands of small messages would crash the process (threats L2).
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

/** Whether the rest is a part of the next message. */
export const isWithinMessage = (client: Client): boolean => (partsOf(client).messageParser.buffer?.length ?? 0) > 0
