import type { Language } from '#core/plugin.ts'
import { countDrawn, Losses, lossNotes, sheetsOfExcel, UnreadableSheets } from '#plugins/spreadsheet/api.ts'
import { cellOf, NOTHING, tableOfCells } from '../markdown-table.ts'
import { DistinctIds } from '../thread/distinct-ids.ts'
import { BrokenFile, type FilePart, type FormatReader } from '../thread/reader.ts'
import { commentPartsOf, commentsIn, personsIn, type CellComment } from './cell-comments.ts'
import { rowsOf, SheetRoom } from './sheet-rows.ts'
import { workbookIn, type PartAt, type Sheet } from './workbook.ts'
import { followXml } from './xml-events.ts'

const ROWS_PER_PAGE = 1_000
const SAID = {
  en: {
    hidden: (name: string) => `The hidden sheet ${name} was left out.`,
    hiddenRows: (name: string, count: number) => `Hidden rows of the sheet ${name} that were left out: ${count}`,
    hiddenColumns: (name: string, count: number) => `Hidden columns of the sheet ${name} that were left out: ${count}`,
    empty: (name: string) => `The sheet ${name} is empty.`,
  },
  'zh-cn': {
    hidden: (name: string) => `隐藏的工作表 ${name} 已忽略。`,
    hiddenRows: (name: string, count: number) => `工作表 ${name} 中有 ${count} 个隐藏的行已忽略。`,
    hiddenColumns: (name: string, count: number) => `工作表 ${name} 中有 ${count} 个隐藏的列已忽略。`,
    empty: (name: string) => `工作表 ${name} 为空。`,
  },
} as const

/**
 * A page with a table per sheet, and several for a long sheet. Tables of markdown have no merged cells: the text of one is
 * repeated in each of its rows, so that every row says what it belongs to, and stands in its first column only.
 */
export const readExcel: FormatReader = (order, into) =>
  order.options['isSheets'] === true ? readSheets(order, into) : readTables(order, into)

/** One page that is a spreadsheet. */
const readSheets: FormatReader = async ({ parts, name, language }, into) => {
  const title = name.replace(/\.\w+$/, '')
  into.item({ name: title })
  try {
    const { content, notes } = await sheetsOfExcel(parts[0]?.bytes ?? new Uint8Array(), language)
    for (const note of notes) into.warn(note)
    into.page({ id: 'workbook', catalogId: null, title, content, order: 1 })
  } catch (cause) {
    if (!(cause instanceof UnreadableSheets)) throw cause
    throw Object.assign(new BrokenFile(cause.message), { cause })
  }
}

const readTables: FormatReader = ({ parts, name, language }, into) => {
  const workbook = workbookIn(parts, language)
  into.item({ name: name.replace(/\.\w+$/, '') })
  const room = new SheetRoom(language)
  const ids = new DistinctIds()
  const told = new Set<FilePart>()
  const persons = personsIn(parts, language)
  let [order, lostComments] = [0, 0]
  for (const sheet of workbook.sheets) {
    if (sheet.isHidden) {
      into.warn(SAID[language].hidden(sheet.name))
      continue
    }
    const { shown, hidden, isHiddenAt } = rowsOf(sheet, workbook, language, room)
    const [heads = [], ...rows] = shown
    if (hidden.rows > 0) into.warn(SAID[language].hiddenRows(sheet.name, hidden.rows))
    if (hidden.columns > 0) into.warn(SAID[language].hiddenColumns(sheet.name, hidden.columns))
    if (heads.length === 0) into.warn(SAID[language].empty(sheet.name))
    const width = rows.reduce((most, row) => Math.max(most, row.length), heads.length)
    const comments = commentsOn(sheet, { partAt: workbook.partAt, told, persons, language })
    const lines = comments.filter(({ address }) => !isHiddenAt(address)).map((each) => commentLine(each, room))
    lostComments += comments.length - lines.length
    const columns = Array.from({ length: width }, (_, at) => heads[at] ?? NOTHING)
    for (let from = 0; from === 0 || from < rows.length; from += ROWS_PER_PAGE) {
      const isWhole = rows.length <= ROWS_PER_PAGE
      const span = `${from + 1}–${Math.min(rows.length, from + ROWS_PER_PAGE)}`
      into.page({
        id: ids.idFor(isWhole ? `sheet ${sheet.name}` : `sheet ${sheet.name} ${from + 1}`),
        catalogId: null,
        title: isWhole ? sheet.name : `${sheet.name} ${span}`,
        content: [
          ...(width === 0 ? [] : [tableOfCells(columns, rows.slice(from, from + ROWS_PER_PAGE))]),
          // Their cells are known by the addresses people see in Excel, whatever rows became of them.
          ...(lines.length > 0 && from + ROWS_PER_PAGE >= rows.length ? [lines.join('\n')] : []),
        ].join('\n\n'),
        order: (order += 1),
      })
    }
  }
  const losses = lossesIn(
    parts.filter((part) => !told.has(part)),
    language,
  )
  for (let lost = 0; lost < lostComments; lost += 1) losses.add('comments')
  for (const note of lossNotes(losses.found(), language)) into.warn(note)
}

/** Each part once, however many sheets name it. */
function commentsOn(sheet: Sheet, { partAt, told, persons, language }: CommentTools): readonly CellComment[] {
  const found = commentPartsOf(sheet, partAt, language)
  const once = (part: FilePart | undefined): FilePart | undefined => {
    if (!part || told.has(part)) return undefined
    told.add(part)
    return part
  }
  return commentsIn({ notes: once(found.notes), threads: once(found.threads) }, persons, language)
}

interface CommentTools {
  readonly partAt: PartAt
  readonly told: Set<FilePart>
  /** Names by id. */
  readonly persons: ReadonlyMap<string, string>
  readonly language: Language
}

/** Cells of a markdown table have no room for what is written beside them. */
function commentLine({ address, text }: CellComment, room: SheetRoom): string {
  room.take([{ text, address }])
  return `- ${cellOf(address)}: ${cellOf(text)}`
}

/** What lies on the sheets, and is in no table. */
function lossesIn(parts: readonly FilePart[], language: Language): Losses {
  const losses = new Losses()
  for (const part of parts) {
    const isOfComments = /(?:^|\/)comments?\d*\.xml$/i.test(part.path)
    if (!isOfComments && !part.path.includes('/drawings/')) continue
    const counted = isOfComments
      ? { open: (name: string) => void (name === 'comment' && losses.add('comments')) }
      : countDrawn(losses)
    followXml(part, language, counted)
  }
  return losses
}
