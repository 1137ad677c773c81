import type { Language } from '#core/plugin.ts'
import { jsonAsWritten } from '#plugins/format-tools/api.ts'
import { firstText, isRecord, listIn, recordIn, textIn, type JsonRecord } from '../json/json-value.ts'
import { parsedJson } from '../json/parsed-text.ts'
import { placeBelow, ROOT, type TreePlace } from '../thread/catalog-tree.ts'
import { DistinctIds } from '../thread/distinct-ids.ts'
import { BrokenFile, type Findings, type FormatReader, type ImportedItem } from '../thread/reader.ts'
import { hostOf } from './former-option.ts'
import { hostsOfFilesIn, withPageLinks, type PageLink } from './page-links.ts'
import { unescaped } from './unescaped.ts'

const SAID = {
  en: {
    none: 'it holds no pages',
    onePage: 'A new item is a regular one: the file says that it has a single page, but it has others, or catalogs.',
    whiteboard:
      'The item was a whiteboard, which does not exist here. Its page holds what ShowDoc kept of it, as JSON.',
    kanban: 'The item was a kanban board, which does not exist here. Its pages hold what ShowDoc kept of it, as JSON.',
    files: (count: number) =>
      `${count === 1 ? '1 page shows' : `${count} pages show`} files that stay on the former server; they were not in the export.`,
    elsewhere: (hosts: readonly string[]) =>
      `Links to ${hosts.join(', ')} stay as they are, though pages of the file have their numbers. If the ShowDoc was there, give its address before importing.`,
  },
  'zh-cn': {
    none: '文件中没有页面',
    onePage: '文件标明这是单页项目，但其中有多个页面或目录；如果导入为新项目，将成为常规项目。',
    whiteboard: '该项目原来是白板，这里没有白板；页面中是 ShowDoc 保存的 JSON 数据。',
    kanban: '该项目原来是看板，这里没有看板；各页面中是 ShowDoc 保存的 JSON 数据。',
    files: (count: number) => `有 ${count} 个页面引用了原服务器上的文件，导出文件中不包含这些文件。`,
    elsewhere: (hosts: readonly string[]) =>
      `指向 ${hosts.join('、')} 的链接保持不变，但文件中有编号相同的页面。如果那就是原来的 ShowDoc，请填写其地址后再导入。`,
  },
} as const

/** An item with its tree, or one API document. */
export const readShowDoc: FormatReader = ({ parts, name, language, options }, into) => {
  const [part] = parts
  const file = recordIn(part && parsedJson(part.bytes, part.path, language))
  if (isRecord(file['request'])) return readOne(file, name, into)
  const tree = recordIn(file['pages'])
  if (!Array.isArray(tree['pages']) && !Array.isArray(tree['catalogs'])) throw new BrokenFile(SAID[language].none)
  const type = typeOf(file)
  into.item({
    name: firstText(unescaped(file['item_name']), name),
    description: unescaped(file['item_description']),
    type,
    ...accessIn(file),
    globalParams: globalParamsIn(file),
  })
  if (ONE_PAGE.includes(type) && !isOnePage(tree)) into.warn(SAID[language].onePage)
  const strange = STRANGE_TYPES.get(textIn(file['item_type']))
  if (strange !== undefined) into.warn(SAID[language][strange])
  const former = hostOf(options['former'])
  new TreeReader(into, tree, { language, hosts: former === null ? [] : [former] }).read()
}

/** By the numbers in ShowDoc's table; others have no counterpart. */
const TYPES = [
  ['2', 'single'],
  ['3', 'runapi'],
  ['4', 'table'],
] as const
const STRANGE_TYPES: ReadonlyMap<string, 'whiteboard' | 'kanban'> = new Map([
  ['5', 'whiteboard'],
  ['6', 'kanban'],
])
function typeOf(file: JsonRecord): NonNullable<ImportedItem['type']> {
  const code = textIn(file['item_type'])
  return TYPES.find(([each]) => each === code)?.[1] ?? 'regular'
}
const ONE_PAGE: readonly string[] = ['single', 'table']

const isOnePage = (tree: JsonRecord): boolean =>
  listIn(tree['pages']).length === 1 && listIn(tree['catalogs']).length === 0

function accessIn(file: JsonRecord) {
  const password = unescaped(file['password'])
  if (file['octavo_visibility'] === 'members') return { visibility: 'members' } as const
  return password === '' ? ({ visibility: 'open' } as const) : ({ visibility: 'password', password } as const)
}

/** Only in files from here. */
function globalParamsIn(file: JsonRecord) {
  const given = recordIn(file['octavo_global_params'])
  return { query: listIn(given['query']), body: listIn(given['body']), header: listIn(given['header']) }
}

function readOne(file: JsonRecord, name: string, into: Findings): void {
  const title = firstText(recordIn(file['info'])['title'], name.replace(/\.json$/i, ''))
  into.page({ id: 'page', catalogId: null, title, content: jsonAsWritten(file) })
}

/** Addresses of files stored by ShowDoc. */
const IS_FILE = /attachment\/visitFile|\/Public\/Uploads\/(?!octavo\/)/

interface Reading {
  readonly language: Language
  /** Where the ShowDoc is known to have been. */
  readonly hosts: readonly string[]
}

class TreeReader {
  readonly #into: Findings
  readonly #tree: JsonRecord
  readonly #language: Language
  /** Their page ids. */
  readonly #known: ReadonlySet<string>
  /** Where the ShowDoc was; links to other hosts belong to others. */
  readonly #hosts: ReadonlySet<string>
  readonly #ids = new DistinctIds()
  readonly #others = new Set<string>()
  #catalogs = 0
  #withFiles = 0

  constructor(into: Findings, tree: JsonRecord, { language, hosts }: Reading) {
    this.#into = into
    this.#tree = tree
    this.#language = language
    this.#known = new Set(pagesIn(tree).flatMap((page) => textIn(page['page_id']) || []))
    this.#hosts = new Set([...hosts, ...pagesIn(tree).flatMap((page) => hostsOfFilesIn(contentOf(page)))])
  }

  read(): void {
    const words = SAID[this.#language]
    this.#into.total(this.#known.size)
    this.#readFolder(this.#tree, ROOT, '')
    if (this.#withFiles > 0) this.#into.warn(words.files(this.#withFiles))
    if (this.#others.size > 0) this.#into.warn(words.elsewhere([...this.#others].slice(0, MOST_TOLD)))
  }

  #readFolder(folder: JsonRecord, place: TreePlace, path: string): void {
    for (const page of listIn(folder['pages']).map(recordIn)) this.#readPage(page, place, path)
    for (const catalog of listIn(folder['catalogs']).map(recordIn)) {
      const name = firstText(catalog['octavo_name'], unescaped(catalog['cat_name']), '-')
      const order = orderOf(catalog)
      const below = placeBelow(this.#into, place, { id: `catalog ${(this.#catalogs += 1)}`, name, ...order })
      this.#readFolder(catalog, below, `${path}${name}/`)
    }
  }

  #readPage(page: JsonRecord, place: TreePlace, path: string): void {
    const title = firstText(page['octavo_title'], unescaped(page['page_title']), '-')
    const text = contentOf(page)
    if (IS_FILE.test(text)) this.#withFiles += 1
    const content = withPageLinks(text, (link) => this.#addressFor(link))
    const pageId = textIn(page['page_id'])
    const id = this.#ids.idFor(pageId === '' ? `${path}${title}` : `page ${pageId}`)
    const attached = listIn(page['octavo_files']).map((path) => textIn(path))
    const files = attached.length === 0 ? {} : { attached }
    this.#into.page({ id, catalogId: place.id, title, content, ...orderOf(page), ...files })
  }

  #addressFor({ pageId, host }: PageLink): string | null {
    if (!this.#known.has(pageId)) return null
    if (host === null || this.#hosts.has(host)) return this.#into.addressOfPage(`page ${pageId}`)
    this.#others.add(host)
    return null
  }
}

/** As many hosts are named. */
const MOST_TOLD = 5

function contentOf(page: JsonRecord): string {
  const own = page['octavo_content']
  return typeof own === 'string' ? own : unescaped(page['page_content'])
}

const pagesIn = (folder: JsonRecord): readonly JsonRecord[] => [
  ...listIn(folder['pages']).map(recordIn),
  ...listIn(folder['catalogs']).flatMap((catalog) => pagesIn(recordIn(catalog))),
]

function orderOf(owner: JsonRecord): { readonly order?: number } {
  const order = Number(textIn(owner['s_number']) || Number.NaN)
  return Number.isSafeInteger(order) && order >= 0 ? { order } : {}
}
