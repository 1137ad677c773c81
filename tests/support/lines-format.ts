import { z } from 'zod'
import { contribute, DomainError, importFormats, type ImportFormat, type ImportTarget } from '#core/plugin.ts'

/** The paths of catalogs above a page, e.g. `A`, `A / B`. */
const pathsOf = (names: readonly string[]): readonly string[] =>
  names.map((_, at) => names.slice(0, at + 1).join(' / '))

async function readLine(line: string, into: ImportTarget, known: Set<string>, prefix: string): Promise<void> {
  const [, path = line, said = ''] = /^(.*?): (.*)$/.exec(line) ?? []
  const names = path.split(' / ')
  const title = names.pop() ?? ''
  const paths = pathsOf(names)
  for (const [at, id] of paths.entries()) {
    if (!known.has(id)) into.catalog({ id, parentId: paths[at - 1] ?? null, name: names[at] ?? '' })
    known.add(id)
  }
  const content = new TextEncoder().encode(`bytes of ${said}`)
  const file = /^file (\S+)$/.exec(said)?.[1]
  const address =
    file === undefined
      ? null
      : await into.file({
          name: file,
          content: (async function* () {
            yield content
          })(),
        })
  const text = address === null ? `${prefix}${said}` : `see ${address}`
  into.page({ id: path, catalogId: paths.at(-1) ?? null, title, content: text })
}

/**
 * One line per page, e.g. `Guides / Log in: its text`; `# name` is the item's, `! text` a warning, `* text` an error.
 */
export const linesFormat: ImportFormat = {
  id: 'lines',
  title: { en: 'Lines', 'zh-cn': '文本行' },
  options: {
    schema: z.object({ prefix: z.string().max(20).default('') }),
    texts: { en: { prefix: { label: 'Prefix' } }, 'zh-cn': { prefix: { label: '前缀' } } },
  },
  recognises: ({ name, first }) => name.endsWith('.txt') && !first.includes(0),
  async read(file, into, { options, progress, signal }) {
    const parts: Uint8Array[] = []
    for await (const part of file.read()) parts.push(part)
    const lines = Buffer.concat(parts).toString().split('\n')
    const known = new Set<string>()
    for (const [done, line] of lines.entries()) {
      signal.throwIfAborted()
      progress({ done, of: lines.length, what: line })
      if (line.startsWith('* ')) throw new DomainError('importBroken', { problem: line.slice(2) })
      else if (line.startsWith('boom')) throw new Error('a bug')
      else if (line.startsWith('! ')) into.warn(line.slice(2))
      else if (line.startsWith('# ')) into.item({ name: line.slice(2) })
      else if (line !== '') await readLine(line, into, known, String(options['prefix']))
    }
  },
}

export const linesContribution = contribute(importFormats, linesFormat)
