import { createHash } from 'node:crypto'
import type { ComposedApplication } from '../application.ts'
import type { Arrangement } from './arrangement.ts'
import { templatesIn } from './belongings.ts'
import { filesIn } from './files.ts'
import { inTurns } from './in-turns.ts'
import { itemsIn } from './items.ts'
import type { OpenedShowdoc } from './look.ts'
import { withOtherSigns, type OtherSigns } from './named-files.ts'
import { ownSigns } from './own-files.ts'
import { pagesOf, versionsOf } from './pages.ts'
import { hasCome } from './row-sums.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import { writeContents, type TextTable } from './written-contents.ts'

/** What got other addresses, because theirs lead to files of another ShowDoc here. */
export interface Readdressed {
  /** The signs of files that ShowDoc knows only by their paths. */
  readonly signsOfPaths: ReadonlyMap<string, string>
  /** Ids of the rows of files that have another sign. */
  readonly fileIds: readonly number[]
  /** How many addresses changed in each text, by the ids of their rows. */
  readonly texts: ReadonlyMap<TextTable, ReadonlyMap<number, number>>
  readonly isAnyNew: boolean
}

/**
 * Lets pages, their versions and templates name their own files, in the copy of a ShowDoc, where these share addresses
 * with the files of another one that came before. Everything else in the texts stays as it is. Versions that came with
 * the former addresses keep them.
 */
export async function readdress(
  showdoc: OpenedShowdoc,
  application: ComposedApplication,
  arrangement: Arrangement,
): Promise<Readdressed> {
  const { database } = showdoc
  const signs = await ownSigns(showdoc, application, arrangement)
  const fileIds = filesIn(database).flatMap(({ id, sign }) => (signs.ofSign.has(sign) ? [id] : []))
  const texts = new Map<TextTable, Map<number, number>>()
  if (signs.ofSign.size + signs.ofPath.size > 0) {
    texts.set('page', new Map()).set('page_history', new Map()).set('template', new Map())
    for (const { id, isDeleted } of itemsIn(database))
      if (!isDeleted) await readdressItem({ database, application, arrangement, signs, texts }, id)
    note(texts, 'template', readdressedIn(database, 'template', templatesIn(database), signs))
  }
  if (signs.ofSign.size > 0)
    database.change((writable) => {
      // Without this index, each update would scan the whole table.
      writable.exec('create index if not exists octavo_upload_file_signs on upload_file (sign)')
      const update = writable.prepare('update upload_file set sign = ? where sign = ?')
      for (const [sign, other] of signs.ofSign) update.run(other, sign)
    })
  return { signsOfPaths: signs.ofPath, fileIds, texts, isAnyNew: signs.isAnyNew }
}

interface Readdressing {
  readonly database: ShowdocDatabase
  readonly application: ComposedApplication
  readonly arrangement: Arrangement
  readonly signs: OtherSigns
  readonly texts: ReadonlyMap<TextTable, Map<number, number>>
}

/** The texts of one page at a time: those of all versions of an item may exceed memory. */
async function readdressItem(readdressing: Readdressing, itemId: number): Promise<void> {
  const { database, signs, texts } = readdressing
  const pages: Text[] = []
  const pageIds: number[] = []
  await inTurns(pagesOf(database, itemId), ({ id, content }) => {
    pageIds.push(id)
    if (withOtherSigns(content, signs).count > 0) pages.push({ id, content })
  })
  note(texts, 'page', readdressedIn(database, 'page', pages, signs))
  const versionsHere = new VersionsHere(readdressing, itemId)
  for (const pageId of pageIds) {
    const versions: Text[] = []
    await inTurns(versionsOf(database, pageId), ({ id, content }) => {
      if (withOtherSigns(content, signs).count > 0) versions.push({ id, content })
    })
    const due = await versionsHere.without(versions)
    note(texts, 'page_history', readdressedIn(database, 'page_history', due, signs))
  }
}

interface Text {
  readonly id: number
  readonly content: string
}

/** The versions of an item that have come already, read when the first of them is met. */
class VersionsHere {
  readonly #readdressing: Readdressing
  readonly #itemId: number
  #sums: ReadonlyMap<number, string> | null = null

  constructor(readdressing: Readdressing, itemId: number) {
    this.#readdressing = readdressing
    this.#itemId = itemId
  }

  /** The versions that have not come with their former addresses. */
  async without(versions: readonly Text[]): Promise<readonly Text[]> {
    const { application, arrangement } = this.#readdressing
    const records = arrangement.records.get('page_version')
    if (!versions.some(({ id }) => hasCome(records?.get(id)))) return versions
    const here = (this.#sums ??= await application.carrying.carry((rows) => rows.sumsOfVersions(this.#itemId)))
    return versions.filter(({ id, content }) => here.get(id) !== sumOf(content))
  }
}

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** @returns how many addresses changed in each of these texts */
function readdressedIn(
  database: ShowdocDatabase,
  table: TextTable,
  rows: Iterable<Text>,
  signs: OtherSigns,
): ReadonlyMap<number, number> {
  const contents = new Map<number, string>()
  const counts = new Map<number, number>()
  for (const { id, content: before } of rows) {
    const { content, count } = withOtherSigns(before, signs)
    if (count === 0) continue
    contents.set(id, content)
    counts.set(id, count)
  }
  writeContents(database, table, contents)
  return counts
}

function note(
  texts: ReadonlyMap<TextTable, Map<number, number>>,
  table: TextTable,
  counts: ReadonlyMap<number, number>,
): void {
  for (const [id, count] of counts) texts.get(table)?.set(id, count)
}
