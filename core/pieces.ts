import { untilAborted } from './within-time.ts'

/**
 * Yields the pieces of a stream written by third-party code, until the signal fires. Empty pieces are dropped unless
 * they are wanted as a sign of life; however many arrive, other work is not starved.
 * @throws the reason of the signal; Error for what is no bytes
 */
export async function* piecesUntil(
  signal: AbortSignal,
  begin: () => AsyncIterable<Uint8Array>,
  { withEmpty = false } = {},
): AsyncGenerator<Uint8Array, void> {
  signal.throwIfAborted()
  // Awaited in case it is a promise: an unhandled rejection would stop the server.
  const stream = await untilAborted(signal, Promise.resolve(begin()))
  const pieces = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await untilAborted(signal, pieces.next())
      if (next.done === true) return
      const piece: unknown = next.value
      if (!(piece instanceof Uint8Array)) throw new Error('a stream gave something else than bytes')
      if (piece.length === 0) await new Promise((resolve) => setTimeout(resolve, 0))
      if (piece.length > 0 || withEmpty) yield piece
    }
  } finally {
    // A stream that hangs is not awaited here either.
    void endOf(pieces).catch(() => undefined)
  }
}

const endOf = async (pieces: AsyncIterator<Uint8Array>): Promise<unknown> => pieces.return?.()
