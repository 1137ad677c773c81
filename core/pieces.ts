import { untilAborted } from './within-time.ts'

/**
 * The pieces of a stream that others wrote, until nobody waits for them any more. Empty ones are left out unless they are
 * wanted as signs of life; however many there are, all else gets its turn.
 * @throws the reason of the signal; Error for what is no bytes
 */
export async function* piecesUntil(
  signal: AbortSignal,
  begin: () => AsyncIterable<Uint8Array>,
  { withEmpty = false } = {},
): AsyncGenerator<Uint8Array, void> {
  signal.throwIfAborted()
  // Waited for, in case that it is a promise: one that fails and is nobody's would stop the server.
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
    // One that stands still is not waited for here either.
    void endOf(pieces).catch(() => undefined)
  }
}

const endOf = async (pieces: AsyncIterator<Uint8Array>): Promise<unknown> => pieces.return?.()
