import type { Language } from '#core/language.ts'
import { FEEDBACK, type KeptTable } from './kept-rows.ts'
import type { ShowdocPage } from './pages.ts'
import type { StoredRow } from './showdoc-database.ts'

/** The content of an item in ShowDoc that has no place in Octavo. */
export interface KeptItem {
  /**
   * 5 for a whiteboard, 6 for a kanban board, or another type that Octavo does not have; null for a type that it has.
   */
  readonly strangeType: number | null
  /** All pages of an item of such a type. */
  readonly pages: readonly (Pick<ShowdocPage, 'id' | 'title' | 'content'> & Partial<Pick<ShowdocPage, 'extras'>>)[]
  readonly tables: readonly KeptTable[]
}

const WORDS = {
  en: {
    title: 'Kept from ShowDoc',
    intro:
      'This item had things in ShowDoc for which Octavo has no place. All of it is in the file below; what people wrote can be read here.',
    types: { 5: 'This item was a whiteboard.', 6: 'This item was a kanban board.' },
    other: (type: number) => `This item was of the type ${type}, which is not known here.`,
    texts: 'Texts of the whiteboard',
    nothing: 'There is no text on it.',
    noList: 'In no list',
    rows: (table: string, count: number) => `${table}: ${count} ${count === 1 ? 'row' : 'rows'}, in the file`,
    others: 'Also kept',
    feedback: 'Whether pages were helpful',
    votes: (yes: number, no: number) => `helpful: ${yes}, not helpful: ${no}`,
  },
  'zh-cn': {
    title: 'ShowDoc 保留内容',
    intro: '此项目在 ShowDoc 中有一些 Octavo 没有对应位置的内容。全部内容都在下面的文件里，其中的文字也列在本页。',
    types: { 5: '此项目原来是白板。', 6: '此项目原来是看板。' },
    other: (type: number) => `此项目原来的类型是 ${type}，这里没有这种类型。`,
    texts: '白板上的文字',
    nothing: '上面没有文字。',
    noList: '不在任何列表中',
    rows: (table: string, count: number) => `${table}：${count} 行，见文件`,
    others: '另外保留',
    feedback: '页面是否有帮助',
    votes: (yes: number, no: number) => `有帮助 ${yes}，没有帮助 ${no}`,
  },
} as const

export const keptTitle = (language: Language): string => WORDS[language].title

/**
 * The page that shows what is kept, with everything that people have written and can read. @param address of the file
 */
export function keptText({ strangeType, pages, tables }: KeptItem, language: Language, address: string): string {
  const words = WORDS[language]
  const lines = [words.intro, '']
  if (strangeType === 5 || strangeType === 6) lines.push(words.types[strangeType], '')
  else if (strangeType !== null) lines.push(words.other(strangeType), '')
  lines.push(`[showdoc.json](${address})`, '')
  if (strangeType === 5) lines.push(`## ${words.texts}`, '', ...whiteboardTexts(pages, words.nothing), '')
  if (strangeType === 6) lines.push(...kanbanTexts(pages, words), '')
  for (const { table, rows } of tables)
    if (table === FEEDBACK) lines.push(`## ${words.feedback}`, '', ...rows.map((row) => votesText(row, words)), '')
  const others = tables.filter(({ table }) => table !== FEEDBACK)
  if (others.length > 0)
    lines.push(`## ${words.others}`, '', ...others.map(({ table, rows }) => `- ${words.rows(table, rows.length)}`), '')
  return lines.join('\n')
}

const votesText = (row: StoredRow, words: (typeof WORDS)[Language]): string => {
  const votes = words.votes(Number(row['helpful_count']), Number(row['unhelpful_count']))
  return `- **${plain(textOf(row['page_title']))}** (${votes})`
}

type Pages = KeptItem['pages']

/** The texts of all objects on the whiteboard. */
function whiteboardTexts(pages: Pages, nothing: string): readonly string[] {
  const texts = pages.flatMap(({ content }) => textsIn(parsed(content)))
  return texts.length === 0 ? [nothing] : texts.map((text) => `- ${plain(text)}`)
}

/** However deep they lie: a crafted board would end a function that calls itself. */
function textsIn(board: unknown): readonly string[] {
  const texts: string[] = []
  const waiting: (readonly [name: string, value: unknown])[] = [['', board]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [name, value] = next
    if (typeof value === 'string') {
      if (name === 'text' && value.trim() !== '') texts.push(value)
    } else if (Array.isArray(value)) {
      for (const inner of value.toReversed()) waiting.push(['', inner])
    } else if (typeof value === 'object' && value !== null) {
      for (const entry of Object.entries(value).toReversed()) waiting.push(entry)
    }
  }
  return texts
}

const BOARD = '__kanban_board__'

/** The tasks, by list. */
function kanbanTexts(pages: Pages, words: (typeof WORDS)[Language]): readonly string[] {
  const board = record(parsed(pages.find(({ title }) => title === BOARD)?.content ?? ''))
  const lists = [...listOf(board['lists']), ...listOf(board['archived_lists'])].map(record)
  const tasks = pages.filter(({ title }) => title !== BOARD)
  const byList = Map.groupBy(tasks, ({ content }) => textOf(record(parsed(content))['list_id']))
  const known = new Set(lists.map(({ id }) => textOf(id)))
  const rest = tasks.filter(({ content }) => !known.has(textOf(record(parsed(content))['list_id'])))
  return [
    ...lists.flatMap(({ id, title }) => listTexts(textOf(title), byList.get(textOf(id)) ?? [])),
    ...(rest.length > 0 ? listTexts(words.noList, rest) : []),
  ]
}

const listTexts = (title: string, tasks: Pages): readonly string[] => [
  `## ${plain(title)}`,
  '',
  ...tasks.flatMap((task) => {
    const { description, assignee_username: person, due_date: due, completed } = record(parsed(task.content))
    const facts = [textOf(person), textOf(due)].filter((fact) => fact !== '').map(plain)
    const said = textOf(description).split('\n').map(plain)
    return [
      `- [${completed === true ? 'x' : ' '}] **${plain(task.title)}**${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`,
      ...said.filter((line) => line !== '').map((line) => `  ${line}`),
    ]
  }),
  '',
]

/** Escapes a text for markdown. */
export const plain = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#|~&!]/g, (sign) => `\\${sign}`).trim()

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
