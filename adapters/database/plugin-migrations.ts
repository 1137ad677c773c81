import type { Migration } from '#core/plugin.ts'
import { reasonIn } from '../system/reason.ts'
import { CORE_NAMES } from './core-names.ts'
import { isOvertaken } from './refusals.ts'
import { PluginMigrationRows } from './rows.ts'
import { schemaObjects, type SchemaObject } from './schema-objects.ts'
import { statement, type Session } from './session.ts'

/**
 * Runs the plugin's pending migrations in order, each in its own transaction.
 * @throws Error with what a migration changed besides what belongs to the plugin; that transaction is undone
 */
export async function migratePlugin(
  transaction: <T>(work: (session: Session) => Promise<T>) => Promise<T>,
  pluginId: string,
  migrations: readonly Migration[],
): Promise<void> {
  for (const migration of migrations)
    await retried(() =>
      transaction(async (session) => {
        // Others may create and change things meanwhile: it is compared only with what it has done itself.
        await session.script('set transaction isolation level repeatable read')
        await runOnce(session, pluginId, migration)
      }),
    )
}

/** Other servers may change the same documents, and others drop tables. */
const MOST_TRIES = 10

async function retried(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (tries === MOST_TRIES || !isOvertaken(error)) throw error
    }
}

async function runOnce(session: Session, pluginId: string, { name, sql }: Migration): Promise<void> {
  if ((await session.orm().count(PluginMigrationRows, { pluginId, name })) > 0) return
  const others = (await session.orm().find(PluginMigrationRows, {})).map((row) => row.pluginId)
  const isOwn = ownedBy(pluginId, others)
  const before = await schemaObjects(session)
  await run(session, name, sql)
  const foreign = foreignChange(before, await schemaObjects(session), isOwn)
  const own = prefixesOf(pluginId).join('* or ')
  if (foreign !== null)
    throw new Error(`its migration ${name} ${foreign}; its own is what is named ${own}* in the schema of the product`)
  await session.orm().insert(PluginMigrationRows, { pluginId, name })
}

const constraintsNow = statement('pluginMigrations.constraintsNow', 'set constraints all immediate')

/** PL/pgSQL refuses statements that begin or end a transaction, wherever they stand in the text. */
const withinBlock = (sql: string): string => `do ${quotedBy('block', `begin execute ${quotedBy('script', sql)}; end`)}`

function quotedBy(word: string, content: string): string {
  const tag = content.includes(`$${word}$`) ? null : `$${word}$`
  return tag === null ? quotedBy(`${word}_`, content) : `${tag}${content}\n${tag}`
}

async function run(session: Session, name: string, sql: string): Promise<void> {
  await session.script(withinBlock(sql)).catch((error: unknown) => {
    if (!/transaction commands/.test(reasonIn(error))) throw error
    throw new Error(`its migration ${name} begins or ends a transaction, in which the product runs it`, {
      cause: error,
    })
  })
  // What waits for the commit happens now, so that it is seen.
  await session.all(constraintsNow, [])
}

/** A hyphen in a name needs quotes in SQL, so an underscore stands for it as well. */
const prefixesOf = (pluginId: string): readonly string[] => [
  ...new Set([`${pluginId}_`, `${pluginId.replaceAll('-', '_')}_`]),
]

/** A table `my_notes_x` belongs to the plugin `my-notes` if there is one, and not to `my`. */
function ownedBy(pluginId: string, others: readonly string[]): (name: string) => boolean {
  const longer = others
    .flatMap(prefixesOf)
    .filter((prefix) => prefixesOf(pluginId).some((own) => prefix.startsWith(own) && prefix !== own))
  return (name) =>
    prefixesOf(pluginId).some((prefix) => name.startsWith(prefix)) &&
    !longer.some((prefix) => name.startsWith(prefix)) &&
    !CORE_NAMES.has(name)
}

/** Plugins move their documents to tables of their own. */
const FOR_EVERYBODY = 'document'
const ROWS = 'rows of the table'

interface Change {
  readonly key: string
  /** Null for something new. */
  readonly old: SchemaObject | null
  /** Null for something dropped. */
  readonly now: SchemaObject | null
}

/** What was done to something else, in words; null when nothing was. */
function foreignChange(
  before: readonly SchemaObject[],
  after: readonly SchemaObject[],
  isOwn: (name: string) => boolean,
): string | null {
  const [was, is] = [byKey(before), byKey(after)]
  const changes = [...new Set([...was.keys(), ...is.keys()])]
    .map((key): Change => ({ key, old: was.get(key) ?? null, now: is.get(key) ?? null }))
    .filter(({ old, now }) => old?.state !== now?.state || old?.owner !== now?.owner)
    .flatMap((change) => {
      const foreign = [change.old, change.now].find((side) => side !== null && !isOwn(side.owner))
      return foreign && (foreign.kind !== ROWS || foreign.owner !== FOR_EVERYBODY) ? [{ ...change, foreign }] : []
    })
  const [first] = changes.toSorted((a, b) => rankOf(a) - rankOf(b))
  if (!first) return null
  const { kind, name, owner } = first.foreign
  return kind === 'index' ? `changes the table ${owner}` : `${verbOf(first)} the ${kind} ${name}`
}

/** What explains other changes is named first. */
function rankOf({ key, foreign }: Change & { readonly foreign: SchemaObject }): number {
  if (/^(setting|schema|extension) /.test(key)) return 0
  if (key.startsWith('relation ')) return foreign.kind === 'table' ? 1 : 2
  return isPart(key) ? 4 : 3
}

/** A table is changed by what is created for it, too. */
const isPart = (key: string): boolean => /^(columns|constraint|trigger|rule|policy|statistics|rows|setting) /.test(key)

function verbOf({ key, old, now }: Change): string {
  if (isPart(key) || (old && now)) return 'changes'
  return old ? 'drops' : 'creates'
}

const byKey = (objects: readonly SchemaObject[]): ReadonlyMap<string, SchemaObject> =>
  new Map(objects.map((object) => [object.key, object]))
