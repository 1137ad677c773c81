import { brokenDatabase, consistentCopyOf, copyFromDump } from './consistent-copy.ts'
import { storagesElsewhere, type StorageElsewhere } from './elsewhere.ts'
import { fateOf, type Fate } from './fates.ts'
import { filesIn } from './files.ts'
import { installationAt } from './installation.ts'
import { keepOnly } from './one-item.ts'
import type { LookProblem } from './look-problem.ts'
import { namesThere } from './names-there.ts'
import { withoutRepeatedIds } from './repeated-ids.ts'
import { ShowdocRefusal } from './refusal.ts'
import { ShowdocDatabase } from './showdoc-database.ts'
import type { SourceIds } from './source-ids.ts'
import { surveyOfLarge } from './survey-apart.ts'
import { inQuotes, prefixesOf } from './table-prefix.ts'
import { pathInUploads, uploadedFilesAt, uploadedFilesIn, type UploadedFiles } from './uploads-folder.ts'

/** A table in the result of a check. */
export interface LookedAtTable {
  readonly name: string
  readonly rows: number
  readonly fate: Fate
}

/** The content of an installation, as found before the import. */
export interface Look {
  readonly file: string
  readonly bytes: number
  /** The number of its schema; null when unknown. */
  readonly schema: number | null
  /** Tables with data, by name. */
  readonly tables: readonly LookedAtTable[]
  readonly uploads: UploadedFiles
  readonly storages: readonly StorageElsewhere[]
  readonly problems: readonly LookProblem[]
}

/** A ShowDoc opened for reading, from a copy of it. */
export interface OpenedShowdoc {
  readonly database: ShowdocDatabase
  /** The folder of its attachments, which may not exist. */
  readonly uploads: string
  readonly look: Look
  /** Of all its items, whatever is to be imported. */
  readonly sourceIds: SourceIds
  /** The only item to import; null for all. */
  readonly only: number | null
  /** What its links can lead to beside that item, see `namesThere`; empty with all. */
  readonly others: ReadonlySet<string>
  close(): Promise<void>
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** The newest known schema, that of 3.9.2. */
const NEWEST_SCHEMA = 33
/** Every version has them, besides the essential ones. */
const IN_EVERY = ['catalog', 'page_history', 'item_member']
/** Without these it is not a ShowDoc. */
const ESSENTIAL = {
  user: ['uid', 'username'],
  item: ['item_id', 'item_name'],
  page: ['page_id', 'item_id', 'page_content'],
}
/** The same for a table that may be missing. */
const OF_TABLES = { page_history: ['page_history_id', 'page_id'] }

/**
 * Opens the ShowDoc at a path and checks it; its own files are unchanged.
 * @param only its only item to import; null for all
 * @param parent the same as for `consistentCopyOf`
 * @throws ShowdocRefusal when there is none, or it cannot be read
 */
export async function openShowdoc(given: string, only: number | null = null, parent?: string): Promise<OpenedShowdoc> {
  const { database: file, uploads, isDump } = await installationAt(given)
  const copy = await (isDump ? copyFromDump(file, parent) : consistentCopyOf(file, parent))
  try {
    const database = new ShowdocDatabase(copy.file)
    try {
      assertShowdoc(database, file)
      withoutRepeatedIds(database)
      const { sourceIds, damages } = await surveyOfLarge(copy.file, copy.bytes)
      const all = await uploadedFilesIn(uploads)
      const others = only === null ? NO_NAMES : namesThere(database)
      const own = only === null ? null : filesOfItem(database, keepOnly(database, only))
      const look = {
        file,
        bytes: copy.bytes,
        schema: schemaOf(database),
        uploads: own === null ? all : await uploadedFilesAt(uploads, all, own),
        tables: tablesOf(database),
        storages: storagesElsewhere(database),
      }
      return {
        database,
        uploads,
        sourceIds,
        only,
        others,
        look: {
          ...look,
          problems: [
            ...copy.problems,
            ...problemsOf(look, damages),
            ...missingTables(database),
            ...otherShowdocs(database),
            ...missingFiles(database, uploads, all),
          ],
        },
        async close() {
          database.close()
          await copy.remove()
        },
      }
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    await copy.remove()
    throw isOfSqlite(error) ? brokenDatabase(file, error) : error
  }
}

/** The files of the item: those that its pages refer to, and those in the tables. @param named by its pages */
const filesOfItem = (database: ShowdocDatabase, named: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...named, ...filesIn(database).flatMap(({ address }) => pathInUploads(address) ?? [])])

const isOfSqlite = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'

function assertShowdoc(database: ShowdocDatabase, file: string): void {
  const needed = [...Object.entries(ESSENTIAL), ...Object.entries(OF_TABLES).filter(([table]) => database.has(table))]
  const missing = needed.filter(([table, columns]) => !database.has(table, ...columns))
  if (missing.length === 0) return
  throw new ShowdocRefusal('otherDatabase', { file, tables: missing.map(([table]) => table).join(', ') })
}

function schemaOf(database: ShowdocDatabase): number | null {
  const said = database.option('db_version_num')
  return said !== null && /^\d{1,6}$/.test(said) ? Number(said) : null
}

const tablesOf = (database: ShowdocDatabase): readonly LookedAtTable[] =>
  database.tables.flatMap((name) => {
    const fate = fateOf(name)
    return fate === null ? [] : [{ name, rows: database.count(name), fate }]
  })

/** A dump of some tables looks like a ShowDoc in which nobody has former versions, or rights. */
function missingTables(database: ShowdocDatabase): readonly LookProblem[] {
  const missing = IN_EVERY.filter((table) => !database.has(table))
  return missing.length === 0 ? [] : [{ code: 'problemMissingTables', values: { tables: missing.join(', ') } }]
}

/** ShowDoc itself knows no prefixes in SQLite: what it shows is in the tables without one. */
function otherShowdocs(database: ShowdocDatabase): readonly LookProblem[] {
  const prefixes = prefixesOf(database.tables).filter((prefix) => prefix !== '')
  return prefixes.length === 0 ? [] : [{ code: 'problemOtherShowdocs', values: { prefixes: inQuotes(prefixes) } }]
}

/** Whoever copies only the database would notice in the receipt, or not at all. */
function missingFiles(
  database: ShowdocDatabase,
  folder: string,
  { paths, fault, strange }: UploadedFiles,
): readonly LookProblem[] {
  if (fault !== null) return [{ code: 'problemFilesUnread', values: { folder, reason: fault } }]
  const [first] = strange
  const named = filesIn(database).flatMap(({ address }) => pathInUploads(address) ?? [])
  const there = new Set(paths)
  const areAllMissing = named.length > 0 && !named.some((place) => there.has(place))
  return [
    ...(first ? [{ code: 'problemStrangeFiles' as const, values: { count: strange.length, path: first.path } }] : []),
    ...(areAllMissing ? [{ code: 'problemNoFiles' as const, values: { count: named.length } }] : []),
  ]
}

function problemsOf(
  { file, schema, tables }: Omit<Look, 'problems'>,
  damages: readonly string[],
): readonly LookProblem[] {
  const problems: LookProblem[] = []
  const [damage] = damages
  if (damage !== undefined) problems.push({ code: 'problemDamaged', values: { file, damage, count: damages.length } })
  if (schema === null) problems.push({ code: 'problemNoSchema', values: {} })
  if (schema !== null && schema > NEWEST_SCHEMA)
    problems.push({ code: 'problemNewSchema', values: { schema, newest: NEWEST_SCHEMA } })
  const strange = tables.filter(({ rows, fate }) => rows > 0 && fate.kind === 'unknown').map(({ name }) => name)
  if (strange.length > 0) problems.push({ code: 'problemUnknownTables', values: { tables: strange.join(', ') } })
  return problems
}
