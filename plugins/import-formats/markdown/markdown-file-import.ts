import { DomainError, type ImportFormat } from '#core/plugin.ts'
import { titledMarkdown } from '#plugins/markdown-archive/api.ts'
import { decodedText, looksLikeText } from '../json/parsed-text.ts'
import { wholeFile } from '../thread/whole-file.ts'

const MOST_BYTES = 8 * 1024 * 1024

/** A single page of markdown or plain text. */
export const markdownFileImport: ImportFormat = {
  id: 'markdown-file',
  title: { en: 'Markdown file', 'zh-cn': 'Markdown 文件' },
  recognises: ({ name, first }) => /\.(?:md|markdown|txt)$/i.test(name) && looksLikeText(first),
  async read(file, into, tools) {
    if (file.bytes > MOST_BYTES) throw new DomainError('fileTooLarge', { megabytes: MOST_BYTES / 1024 / 1024 })
    const [part] = await wholeFile(file, tools)
    const name = file.name.replace(/\.\w+$/, '')
    const { title, content } = titledMarkdown(decodedText(part?.bytes ?? new Uint8Array()), name)
    into.item({ name: title })
    into.page({ id: `file ${file.name}`, catalogId: null, title, content })
  },
}
