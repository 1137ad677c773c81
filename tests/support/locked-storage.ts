/**
 * The source of `open` of a storage kind in a plugin that is dropped in: it keeps files in memory, for addresses that
 * name the word sesame as their secret.
 * @param kind an expression for the id of the kind
 */
export const lockedStorage = (kind: string): string => `open({ username, host }) {
  const files = new Map()
  const unlocked = () => {
    if (username !== 'sesame') throw new Error('it is locked')
  }
  return {
    name: ${kind} + '://' + host,
    async put(key, file) {
      unlocked()
      const parts = []
      for await (const part of file.read()) parts.push(part)
      files.set(key, Buffer.concat(parts))
    },
    async read(key, range) {
      unlocked()
      const found = files.get(key)
      if (!found) return null
      return (async function* () {
        yield range ? found.subarray(range.first, range.last + 1) : found
      })()
    },
    async delete(key) {
      unlocked()
      files.delete(key)
    },
  }
}`
