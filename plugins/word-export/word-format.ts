import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { Parser } from 'htmlparser2'
import { z } from 'zod'
import type {
  ExportedCatalog,
  ExportedFile,
  ExportedPage,
  ExportFormat,
  ExportSource,
  ExportTools,
} from '#core/plugin.ts'
import { threadsHtml } from '#plugins/html-export/api.ts'
import { WordDocument } from './word-document.ts'
import type { WordFrame, WordPage } from './word-page.ts'

const WordOptions = z.object({ withComments: z.boolean().default(false) })

export const wordFormat: ExportFormat = {
  id: 'word',
  title: { en: 'Word document', 'zh-cn': 'Word 文档' },
  extension: 'docx',
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  suits: ['regular', 'single'],
  takesDrawings: true,
  options: {
    schema: WordOptions,
    texts: {
      en: { withComments: { label: 'Include comments', hint: 'Those that you can read, below their page.' } },
      'zh-cn': { withComments: { label: '包含评论', hint: '你可以查看的评论，列在各自页面下方。' } },
    },
  },
  write: writeWord,
}

const WORDS = {
  en: {
    contents: 'Contents',
    unlisted: 'The pages after these are not listed here.',
    comments: 'Comments',
    exportedOn: 'Exported on',
    diagram: 'Diagram (Mermaid source)',
    diagramName: 'Diagram',
    callouts: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
  },
  'zh-cn': {
    contents: '目录',
    unlisted: '其后的页面未列入目录。',
    comments: '评论',
    exportedOn: '导出于',
    diagram: '图表（Mermaid 源码）',
    diagramName: '图表',
    callouts: { note: '说明', tip: '提示', important: '重要', warning: '警告', caution: '危险' },
  },
} as const
const TOKEN = /\/attachment\/([\w-]{32})(?:$|[?#])/

async function* writeWord(source: ExportSource, tools: ExportTools): AsyncGenerator<Uint8Array, void> {
  yield* new WordDocument(frameOf(source, tools)).fileWith(pagesOf(source, tools))
}

async function* pagesOf(source: ExportSource, tools: ExportTools): AsyncGenerator<WordPage, void> {
  const begun = new Set<number>()
  const places = placesIn(source)
  const { withComments } = WordOptions.parse(tools.options)
  for await (const page of source.read()) {
    tools.signal.throwIfAborted()
    const { catalogs = [], level = 1 } = places.get(page.id) ?? {}
    const begins = catalogs.filter(({ id }) => !begun.has(id))
    for (const { id } of begins) begun.add(id)
    const comments = withComments ? threadsHtml(await page.threads(), tools.language) : ''
    yield { ...(await wordPageOf(page, source)), begins, level, comments }
  }
}

function frameOf({ title, part, item }: ExportSource, { language, now, drawings }: ExportTools): WordFrame {
  const { exportedOn, ...words } = WORDS[language]
  return {
    ...{ ...words, title, isOnePage: part === 'page' },
    about: part === 'item' ? item.description : '',
    drawings: new Map([...drawings].map(([source, picture]) => [source, Buffer.from(picture, 'base64')])),
    exportedOn: `${exportedOn} ${now.toISOString().slice(0, 10)}`,
  }
}

interface PlaceInTree {
  readonly catalogs: readonly { readonly id: number; readonly name: string; readonly level: number }[]
  readonly level: number
}

/** The bookmark of each page. */
function placesIn(source: Pick<ExportedCatalog, 'pages' | 'catalogs'>): ReadonlyMap<number, PlaceInTree> {
  const places = new Map<number, PlaceInTree>()
  const walk = ({ pages, catalogs }: Pick<ExportedCatalog, 'pages' | 'catalogs'>, above: PlaceInTree): void => {
    for (const { id } of pages) places.set(id, above)
    for (const catalog of catalogs) {
      const own = { id: catalog.id, name: catalog.name, level: above.level }
      walk(catalog, { catalogs: [...above.catalogs, own], level: above.level + 1 })
    }
  }
  walk(source, { catalogs: [], level: 1 })
  return places
}

async function wordPageOf(
  page: ExportedPage,
  source: ExportSource,
): Promise<Omit<WordPage, 'begins' | 'level' | 'comments'>> {
  const { html } = await page.article()
  const { links, pictures } = addressesIn(html)
  const pageIdAt = new Map<string, number>()
  for (const href of links) {
    if (href === '' || href.startsWith('#')) continue
    const pageId = await source.pageIdAt(href.split(/[?#]/, 1)[0] ?? '')
    if (pageId !== null) pageIdAt.set(href, pageId)
  }
  return { id: page.id, title: page.title, html, pageIdAt, pictures: await picturesAt(pictures, page.files) }
}

/** Found without a tree, which takes a hundred times the memory of a large page, and time of everybody. */
function addressesIn(html: string): { readonly links: ReadonlySet<string>; readonly pictures: ReadonlySet<string> } {
  const [links, pictures] = [new Set<string>(), new Set<string>()]
  // Most pages have neither.
  if (!/<(?:a|img)\s/i.test(html)) return { links, pictures }
  const parser = new Parser({
    onopentag(name, { href = '', src = '' }) {
      if (name === 'a') links.add(href)
      if (name === 'img') pictures.add(src)
    },
  })
  parser.end(html)
  return { links, pictures }
}

async function picturesAt(
  addresses: ReadonlySet<string>,
  files: readonly ExportedFile[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const fileAt = new Map(files.map((file) => [TOKEN.exec(file.address)?.[1] ?? '', file]))
  const pictures = new Map<string, Uint8Array>()
  for (const address of addresses) {
    const file = fileAt.get(TOKEN.exec(address)?.[1] ?? '')
    const content = file?.mediaType.startsWith('image/') === true ? await file.read() : null
    if (content) pictures.set(address, new Uint8Array(await buffer(Readable.from(content))))
  }
  return pictures
}
