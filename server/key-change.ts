import type { CopyPlace, DirectConnection } from '#adapters/database/copy.ts'
import { keepOthersFromStarting } from '#adapters/database/migrate.ts'
import { resealRows, sealedElsewhere, type SealedRow, type SealedRows } from '#adapters/database/sealed-rows.ts'
import { putSection, sectionIn } from '#adapters/database/site-rows.ts'
import { AesSeals, keyIdOf } from '#adapters/system/seals.ts'
import { resealedStorage } from '#core/attachment/former-storage.ts'
import { resealedPassword } from '#core/item/visit-password.ts'
import { ownSeals, type ProductPurpose } from '#core/own-seals.ts'
import { resealedKey } from '#core/page/link.ts'
import type { Document, Plugin } from '#core/plugin.ts'
import type { KeyChange } from '#core/ports/login.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { resealedSettings } from '#core/settings.ts'
import { resealedSecondFactors } from '#core/account/second-factor.ts'
import { sealedDocuments, type SealedDocuments } from '#core/site/sealed-documents.ts'
import { assertNoServer, connectedUpToDate, heldDatabase, pluginsOf, ServerRunning } from './compose/held-database.ts'
import { siteKeySection, wrongKey, type SiteKeyNote } from './compose/site-key.ts'
import { ConfigError, type Config } from './config.ts'
import { keyFrom, newSecretKey, readSecretKey, replaceSecretKey } from './secret-key.ts'
import { UnusableData } from './unusable-data.ts'

export interface KeyChangeOptions {
  /** The text of the new key; generated if left out. */
  readonly newKey?: string | undefined
  /** Collections, or `table.column`, whose sealed texts may be lost. */
  readonly leave?: readonly string[]
  readonly log: Log
  say(line: string): void
  /** Rows per transaction. */
  readonly atOnce?: number
  /** Called after each durable step. */
  reached?(): Promise<void>
}

/**
 * Replaces the site key and reseals everything stored. May be interrupted at any time: as long as the former key is in
 * force it opens everything, directly or through stored data, and the next call continues.
 * @throws ConfigError, UnusableData, DirectoryInUse
 */
export async function changeKey(config: Config, options: KeyChangeOptions): Promise<void> {
  const { log, say } = options
  await using held = new AsyncDisposableStack()
  const database = await heldDatabase(config, log)
  held.defer(() => database.release())
  const plugins = await pluginsOf(config, log)
  const connection = await connectedUpToDate(database.place, plugins, { log, say })
  held.defer(() => connection.close())
  await new Change(config, { place: database.place, connection, plugins }, options).run()
}

interface Site {
  readonly place: CopyPlace
  readonly connection: DirectConnection
  readonly plugins: readonly Plugin[]
}

/** A key and its text form. */
interface Key {
  readonly text: string
  readonly id: string
  readonly seals: AesSeals
}
function keyOfText(text: string): Key {
  const bytes = keyFrom(text)
  return { text, id: keyIdOf(bytes), seals: new AesSeals(bytes) }
}

const PURPOSE: ProductPurpose = 'next site key'
const AT_ONCE = 2_000

class Change {
  readonly #config: Config
  readonly #site: Site
  readonly #client: DirectConnection['client']
  readonly #options: KeyChangeOptions

  constructor(config: Config, site: Site, options: KeyChangeOptions) {
    this.#config = config
    this.#site = site
    this.#client = site.connection.client
    this.#options = options
  }

  async run(): Promise<void> {
    await this.#keepOthersOut()
    const note = await this.#note()
    const bytes = await readSecretKey(this.#config, { mayMake: false })
    if (note.id === '') throw new UnusableData(['this site has no key yet: start the server once.'])
    if (bytes === null) throw await wrongKey(this.#config, null, note)
    const mine = keyIdOf(bytes)
    const before = new AesSeals(bytes)
    if (note.next?.id === note.id && mine === note.id) return this.#takenUp(note)
    if (note.next && mine === note.next.id && mine !== note.id) throw needsFormerKey(note)
    if (note.next && note.next.sealed.startsWith(`${mine}.`)) {
      const next = keyOfText(before.open(note.next.sealed, PURPOSE))
      this.#assertSame(next)
      this.#options.say('Going on with the change of the key that was begun before.')
      if (note.id === mine) await this.#reseal(mine, before, next, note.next)
      return this.#hand(next)
    }
    if (mine !== note.id) throw await wrongKey(this.#config, mine, note)
    const next = keyOfText(this.#options.newKey ?? newSecretKey())
    if (next.id === mine) throw new ConfigError(['NEW_SECRET_KEY: is the key the site has already.'])
    await this.#begin(mine, before, next)
  }

  async #begin(mine: string, before: AesSeals, next: Key): Promise<void> {
    await this.#assertNothingIsLost(mine)
    const coming = { id: next.id, sealed: before.seal(next.text, PURPOSE) }
    await this.#write({ id: mine, next: coming })
    try {
      // Only now: a server started from here on reads the marker and exits.
      if ('url' in this.#site.place) await assertNoServer(this.#site.connection, this.#site.place.url)
    } catch (error) {
      if (error instanceof ServerRunning) await this.#write({ id: mine, next: null })
      throw error
    }
    await this.#reached()
    await this.#reseal(mine, before, next, coming)
    await this.#hand(next)
  }

  async #keepOthersOut(): Promise<void> {
    const { place, connection } = this.#site
    if (!('url' in place)) return
    if (!(await keepOthersFromStarting(connection.client)))
      throw new UnusableData([
        'a server is starting on this database, or this command runs a second time: wait for it.',
      ])
    await assertNoServer(connection, place.url)
  }

  async #assertNothingIsLost(keyId: string): Promise<void> {
    const { leave = [] } = this.#options
    const places = await sealedElsewhere(this.#client, keyId, this.#rows())
    const lost = places.filter(({ name }) => !leave.includes(name))
    if (lost.length > 0)
      throw new UnusableData([
        ...lost.map(
          ({ name, rows }) => `${name} (rows: ${rows}): no plugin here says how its sealed texts are sealed anew.`,
        ),
        'Put the plugin in place that wrote them, or give them up with --leave NAME for each: they cannot be opened afterwards.',
      ])
  }

  async #reseal(mine: string, before: AesSeals, next: Key, coming: NonNullable<SiteKeyNote['next']>): Promise<void> {
    const { say, log, atOnce = AT_ONCE } = this.#options
    for (const rows of this.#rows({ before, after: next.seals })) {
      const done = await resealRows(this.#client, rows, { keyId: mine, atOnce, reached: () => this.#reached() })
      if (done.rows > 0) say(`${String(done.rows).padStart(10)}  ${rows.title}`)
      if (done.unreadable.length > 0)
        log.warn(`${rows.title}: ${done.unreadable.length} could not be opened before either, and stay as they are`, {
          rows: done.unreadable.slice(0, 10),
        })
    }
    await this.#write({ id: next.id, next: coming })
    await this.#reached()
  }

  /** The site is sealed with the new key, which is now given to the operator. */
  async #hand(next: Key): Promise<void> {
    const { SECRET_KEY, DATA_DIR } = this.#config
    const { say } = this.#options
    if (SECRET_KEY) {
      say('Everything is sealed with the new key. The old one opens only backups made before: keep it with them.')
      say('Now set this on every server of the site:')
      say(`SECRET_KEY=${next.text}`)
      say('Until a server has started with it, this command shows it again when it is given the old key.')
      return
    }
    const kept = await replaceSecretKey(DATA_DIR, next.text, `secret.key.before-${next.id}`).catch((cause: unknown) => {
      const { message } = cause as Error
      const words = `secret.key in ${DATA_DIR} cannot be replaced (${message}).`
      throw new UnusableData(
        [words, 'Everything is sealed with the new key already: mend that and run this command again.'],
        { cause },
      )
    })
    await this.#reached()
    await this.#write({ id: next.id, next: null })
    say(`Everything is sealed with the new key, which is in ${DATA_DIR}/secret.key. Make a backup of it.`)
    say(`The old one is kept as ${kept}: backups made before need it.`)
    say('If other servers of this site have a secret.key of their own, copy the new one there.')
    await this.#reached()
  }

  /** The new key is in place; only the marker is left. */
  async #takenUp(note: SiteKeyNote): Promise<void> {
    await this.#write({ id: note.id, next: null })
    this.#options.say('The change of the key had ended already. Run this command again for another new key.')
  }

  /** @throws ConfigError when another new key was given than at the beginning of the change */
  #assertSame(next: Key): void {
    const { newKey } = this.#options
    if (newKey !== undefined && keyOfText(newKey).id !== next.id)
      throw new ConfigError([
        'NEW_SECRET_KEY: is not the new key that the change was begun with; leave it out, so that it ends with that one.',
      ])
  }

  async #note(): Promise<SiteKeyNote> {
    return siteKeySection.schema.parse((await sectionIn(this.#client, siteKeySection.id)) ?? {})
  }
  #write(note: SiteKeyNote): Promise<void> {
    return putSection(this.#client, siteKeySection.id, note)
  }
  async #reached(): Promise<void> {
    await this.#options.reached?.()
  }

  #rows(change: KeyChange = NO_CHANGE): readonly SealedRows[] {
    const ofPlugins = this.#site.plugins.flatMap(({ id, contributes = [] }) =>
      contributes.flatMap(({ point, value }) =>
        point.id === sealedDocuments.id ? ownSealedDocuments(id, value as SealedDocuments) : [],
      ),
    )
    return [...OF_THE_CORE, ...[...resealedSecondFactors, ...ofPlugins].map(documentRows)].map((rows) => rows(change))
  }
}

const needsFormerKey = ({ id }: SiteKeyNote): UnusableData =>
  new UnusableData([
    `the change to this key has not ended, and goes on with the key from before (${id}).`,
    'Set SECRET_KEY, or the file secret.key, to what it was, and run this command again. It gives the new key at its end.',
  ])

const never = (): never => {
  throw new Error('nothing is sealed or opened here')
}
/** For callers that only need to know where sealed texts are. */
const NO_CHANGE: KeyChange = {
  before: { seal: never, open: never, digest: never },
  after: { seal: never, open: never, digest: never },
}

type RowsFor = (change: KeyChange) => SealedRows

const OF_THE_CORE: readonly RowsFor[] = [
  (change) => ({
    title: 'visit passwords',
    table: 'item',
    key: 'id',
    reads: ['visit_password_sealed'],
    column: 'visit_password_sealed',
    resealed(row) {
      const password = resealedPassword(Number(row['id']), row['visit_password_sealed'] ?? '', change)
      return { visit_password_sealed: password?.sealed ?? null, visit_password_digest: password?.digest ?? null }
    },
  }),
  (change) => ({
    title: 'links to pages',
    table: 'page_link',
    key: 'page_id',
    reads: ['sealed'],
    column: 'sealed',
    resealed: (row) => ({ ...resealedKey(Number(row['page_id']), row['sealed'] ?? '', change) }),
  }),
  (change) => ({
    title: 'storages in use before',
    table: 'former_storage',
    key: 'id',
    reads: ['name', 'sealed'],
    column: 'sealed',
    resealed: (row) => ({ sealed: resealedStorage(row['name'] ?? '', row['sealed'] ?? '', change) }),
  }),
  (change) => ({
    title: 'sections of settings',
    table: 'setting',
    key: 'section',
    reads: ['value'],
    column: 'value',
    where: `section <> '${siteKeySection.id}'`,
    resealed: (row) => ({
      value: JSON.stringify(resealedSettings(row['section'] ?? '', parsed(row['value']), change)),
    }),
  }),
]

/** A plugin seals anew what is its own, with seals for its own purposes. */
const ownSealedDocuments = (pluginId: string, documents: SealedDocuments): readonly SealedDocuments[] => {
  const { collection } = documents
  if (!collection.startsWith(`${pluginId}.`)) return []
  const own = ({ before, after }: KeyChange): KeyChange => ({
    before: ownSeals(before, pluginId),
    after: ownSeals(after, pluginId),
  })
  return [{ collection, resealed: (document, change) => documents.resealed(document, own(change)) }]
}

const documentRows =
  (documents: SealedDocuments): RowsFor =>
  (change) => ({
    title: documents.collection,
    table: 'document',
    key: 'id',
    reads: ['key', 'item_id', 'page_id', 'user_id', 'at', 'data'],
    column: 'data',
    where: `collection = '${documents.collection.replaceAll("'", "''")}'`,
    resealed(row) {
      const document = documentOf(row)
      return { data: JSON.stringify({ ...document.data, ...documents.resealed(document, change) }) }
    },
  })

function documentOf(row: SealedRow): Document<object> {
  const number = (text: string | null | undefined): number | null => (text == null ? null : Number(text))
  return {
    id: Number(row['id']),
    key: row['key'] ?? null,
    itemId: number(row['item_id']),
    pageId: number(row['page_id']),
    userId: number(row['user_id']),
    at: new Date(row['at'] ?? 0),
    data: parsed(row['data']),
  }
}

const parsed = (json: string | null | undefined): Readonly<Record<string, unknown>> =>
  JSON.parse(json ?? '{}') as Readonly<Record<string, unknown>>
