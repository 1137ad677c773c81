const bytes = (text) => new TextEncoder().encode(text)

async function wholeOf(file) {
  const parts = []
  for await (const part of file.read()) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** A page for each line, as `Title: text`. */
export const importFormat = {
  id: 'line-pages',
  title: { en: 'Lines', 'zh-cn': '文本行' },
  recognises: ({ name }) => name.endsWith('.lines'),
  async read(file, into) {
    into.item({ name: 'From lines' })
    into.catalog({ id: 'all', parentId: null, name: 'All' })
    for (const line of (await wholeOf(file)).split('\n')) {
      const [title, content = ''] = line.split(': ')
      into.page({ id: title, catalogId: 'all', title, content })
    }
  },
}

/** The same lines again. */
export const exportFormat = {
  id: 'line-pages',
  title: { en: 'Lines', 'zh-cn': '文本行' },
  extension: 'lines',
  mediaType: 'text/plain',
  async *write(source) {
    for await (const page of source.read()) yield bytes(`${page.title}: ${await page.markdown()}\n`)
  },
}

/** Files in memory, at `STORAGE_URL=heap://name`. */
export const storageOf = (address) => {
  const files = new Map()
  return {
    name: address,
    async put(key, file) {
      const parts = []
      for await (const part of file.read()) parts.push(part)
      files.set(key, Buffer.concat(parts))
    },
    async read(key, range) {
      const found = files.get(key)
      if (!found) return null
      return (async function* () {
        yield range ? found.subarray(range.first, range.last + 1) : found
      })()
    },
    delete: async (key) => void files.delete(key),
  }
}
