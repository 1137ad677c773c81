/**
 * The content, which fails when it has more or fewer bytes than were announced. Too few would keep the reader waiting, and
 * what is too much would be the start of the next answer. Not a generator: one that was not started is not told that the
 * reader has left.
 * @param source who gives it, for the log
 */
export function exactly(bytes: number, content: AsyncIterable<Uint8Array>, source: string): AsyncIterable<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]()
  let left = bytes
  const counted: AsyncIterator<Uint8Array> = {
    async next() {
      const next = await chunks.next()
      if (next.done !== true) left -= next.value.length
      if (left < 0 || (next.done === true && left > 0)) {
        await chunks.return?.()
        throw new Error(`${source} gives another number of bytes than the ${bytes} that were announced`)
      }
      return next
    },
    async return() {
      await chunks.return?.()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => counted }
}
