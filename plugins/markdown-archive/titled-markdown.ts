import { isMap, isScalar, isSeq, parseDocument, type Node } from 'yaml'
import { headingWords } from '#plugins/format-tools/api.ts'

export interface TitledMarkdown {
  readonly title: string
  /** Null when the file has none. */
  readonly order: number | null
  readonly content: string
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/
const LONGEST_FRONT = 20_000
const ORDERS = ['order', 'weight', 'nav_order', 'sidebar_position'] as const
/** Fields of front matter for people; the others tell a program how to display the page. */
const READ = new Set([
  ...['description', 'summary', 'excerpt', 'subtitle', 'author', 'authors', 'date', 'created', 'updated', 'lastmod'],
  ...[
    'version',
    'status',
    'tags',
    'keywords',
    'category',
    'categories',
    '描述',
    '摘要',
    '作者',
    '日期',
    '标签',
    '分类',
  ],
])

/**
 * The title and text of a markdown file. The title is that of its front matter, else its first heading if it is at the
 * top, else the name of the file. The part of the front matter for people is kept as a table, and so is the heading.
 */
export function titledMarkdown(text: string, name: string): TitledMarkdown {
  const [whole = '', front = ''] = FRONT_MATTER.exec(text.slice(0, LONGEST_FRONT)) ?? []
  // A line between two rules is not front matter.
  const fields = fieldsIn(front)
  const body = (fields.size > 0 ? text.slice(whole.length) : text).replace(/^\uFEFF/, '')
  const order = Number(ORDERS.map((each) => fields.get(each)).find((each) => each !== undefined) ?? Number.NaN)
  const facts = [...fields].filter(([key, value]) => READ.has(key) && value !== '')
  return {
    title: fields.get('title') || plain(headingAtTop(body)) || name,
    order: Number.isSafeInteger(order) && order >= 0 ? order : null,
    content: facts.length === 0 ? body : `${tableOf(facts)}\n\n${body.trimStart()}`,
  }
}

/**
 * The fields of front matter as texts: lists separated by commas, texts of several lines on one. Empty for anything
 * that is not YAML.
 */
function fieldsIn(front: string): ReadonlyMap<string, string> {
  if (isNested(front)) return plainFieldsIn(front)
  const document = parseDocument(front, { schema: 'failsafe', strict: false, uniqueKeys: false, logLevel: 'silent' })
  // People write `title: One: two`, which is invalid YAML.
  if (document.errors.length > 0 || !isMap(document.contents)) return plainFieldsIn(front)
  return new Map(
    document.contents.items.flatMap(({ key, value }) =>
      isScalar(key) ? [[String(key.value).trim().toLowerCase(), textOf(value as Node | null)] as const] : [],
    ),
  )
}

/** Lines of `key: value`, with or without quotes. */
const plainFieldsIn = (front: string): ReadonlyMap<string, string> =>
  new Map(
    front.split(/\r?\n/).flatMap((line) => {
      const [, key = '', value = ''] = /^([a-z][\w-]*)[ \t]*:(.*)$/i.exec(line) ?? []
      return key === '' ? [] : [[key.toLowerCase(), value.trim().replace(/^(["'])(.*)\1$/, '$2')] as const]
    }),
  )

/** A hostile file could make a parser recurse too deeply. */
const isNested = (front: string): boolean =>
  (front.match(/[[{]/g)?.length ?? 0) > MOST_BRACKETS || /^(?: {40}|(?:[-?] ?){20})/m.test(front)
const MOST_BRACKETS = 100

function textOf(node: Node | null): string {
  if (isScalar(node)) return typeof node.value === 'string' ? oneLine(node.value) : ''
  if (isSeq(node))
    return node.items
      .map((item) => textOf(item as Node | null))
      .filter(Boolean)
      .join(', ')
  if (!isMap(node)) return ''
  // E.g. the name of an author with an address.
  const name = node.items.find(({ key }) => isScalar(key) && ['name', 'title', 'label'].includes(String(key.value)))
  return name ? textOf(name.value as Node | null) : ''
}
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

function headingAtTop(body: string): string {
  const [line = ''] = body.trimStart().split('\n', 1)
  return /^#[ \t]/.test(line) ? headingWords(line.slice(1)) : ''
}

/** A text of the front matter as markdown: it may contain links. */
const tableOf = (facts: readonly (readonly [string, string])[]): string =>
  ['| | |', '| --- | --- |', ...facts.map(([key, value]) => `| ${key} | ${value.replaceAll('|', '\\|')} |`)].join('\n')

/** A heading without markdown syntax. A bracket ends the search from the previous one, so the time stays linear. */
const plain = (heading: string): string =>
  heading
    .replaceAll(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replaceAll(/[*_`]/g, '')
    .trim()
