import type { ComposedApplication } from '../application.ts'
import type { Arrangement } from './arrangement.ts'
import { templatesIn } from './belongings.ts'
import type { StoredContent } from './decoded.ts'
import { filesIn } from './files.ts'
import { hostsOfFiles } from './hosts.ts'
import { inTurns } from './in-turns.ts'
import { itemsIn } from './items.ts'
import type { OpenedShowdoc } from './look.ts'
import { withOtherSigns, type OtherSigns } from './named-files.ts'
import { ownSigns } from './own-files.ts'
import { pagesOf, versionsOf } from './pages.ts'
import { hasCome, sumOfText } from './row-sums.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import { writeContents, type TextTable } from './written-contents.ts'

/** What got other addresses, because theirs lead to files of another ShowDoc here. */
export interface Readdressed {
  /** The signs of files that ShowDoc knows only by their paths. */
  readonly signsOfPaths: ReadonlyMap<string, string>
  /** Signs in place of which its files have others. Texts still name them in addresses of other hosts. */
  readonly formerSigns: ReadonlySet<string>
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
  const formerSigns = new Set(signs.ofSign.keys())
  if (signs.ofSign.size + signs.ofPath.size > 0) {
    texts.set('page', new Map()).set('page_history', new Map()).set('template', new Map())
    const { foundHosts, source } = arrangement
    const changing = { signs, hosts: hostsOfFiles(database, [source.host ?? [], foundHosts].flat()) }
    const readdressing: Readdressing = { database, application, arrangement, changing, texts }
    for (const { id } of itemsIn(database)) await readdressItem(readdressing, id)
    write(
      readdressing,
      'template',
      templatesIn(database).flatMap((template) => changed(template, changing)),
    )
  }
  if (signs.ofSign.size > 0)
    database.change((writable) => {
      // Without this index, each update would scan the whole table.
      writable.exec('create index if not exists octavo_upload_file_signs on upload_file (sign)')
      const update = writable.prepare('update upload_file set sign = ? where sign = ?')
      for (const [sign, other] of signs.ofSign) update.run(other, sign)
    })
  return { signsOfPaths: signs.ofPath, formerSigns, fileIds, texts, isAnyNew: signs.isAnyNew }
}

interface Changing {
  readonly signs: OtherSigns
  /** Under which its files were reached. */
  readonly hosts: ReadonlySet<string>
}

interface Readdressing {
  readonly database: ShowdocDatabase
  readonly application: ComposedApplication
  readonly arrangement: Arrangement
  readonly changing: Changing
  readonly texts: ReadonlyMap<TextTable, Map<number, number>>
}

/** The texts of one page at a time: those of all versions of an item may exceed memory. */
async function readdressItem(readdressing: Readdressing, itemId: number): Promise<void> {
  const { database, changing } = readdressing
  const pages: Change[] = []
  const pageIds: number[] = []
  await inTurns(pagesOf(database, itemId), (page) => {
    pageIds.push(page.id)
    pages.push(...changed(page, changing))
  })
  write(readdressing, 'page', pages)
  const versionsHere = new VersionsHere(readdressing, itemId)
  for (const pageId of pageIds) {
    const versions: Change[] = []
    await inTurns(versionsOf(database, pageId), (version) => void versions.push(...changed(version, changing)))
    write(readdressing, 'page_history', await versionsHere.without(versions))
  }
}

/** A text in which addresses change. */
interface Change extends StoredContent {
  readonly id: number
  readonly before: string
  /** How many addresses. */
  readonly count: number
}

/** Nothing for a text that stays as it is. */
function changed(
  { id, content: before, doubt }: StoredContent & { readonly id: number },
  { signs, hosts }: Changing,
): readonly Change[] {
  const { content, count } = withOtherSigns(before, signs, hosts)
  return count === 0 ? [] : [{ id, before, content, doubt, count }]
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
  async without(versions: readonly Change[]): Promise<readonly Change[]> {
    const { application, arrangement } = this.#readdressing
    const records = arrangement.records.get('page_version')
    if (!versions.some(({ id }) => hasCome(records?.get(id)))) return versions
    const here = (this.#sums ??= await application.carrying.carry((rows) => rows.sumsOfVersions(this.#itemId)))
    return versions.filter(({ id, before }) => here.get(id) !== sumOfText(before))
  }
}

function write({ database, texts }: Readdressing, table: TextTable, changes: readonly Change[]): void {
  writeContents(database, table, new Map(changes.map((change) => [change.id, change])))
  for (const { id, count } of changes) texts.get(table)?.set(id, count)
}
