import { isLoginLeft } from '#core/account/possible-rules.ts'
import { siteRules } from '#core/access/site-rules.ts'
import { recordByServer } from '#core/audit/by-server.ts'
import { siteSettings } from '#core/site/settings.ts'
import type { Store } from '#core/ports/store.ts'
import { readSettings, writeSettings } from '#core/settings.ts'
import type { ComposedApplication } from '../application.ts'
import { noteSource } from './arrangement.ts'
import { carryLoginKey } from './carry-login-key.ts'
import { carrySettings, isOfSettingsLeft, settingsLeft } from './carry-settings.ts'
import { keyMarks, type Mark } from './key-marks.ts'
import { knowsNumbers } from './known-numbers.ts'
import type { NotedSource } from './note.ts'
import { firstOptions, optionsIn, type ShowdocOption } from './options.ts'
import { Findings, type Finding } from './plan/findings.ts'
import type { SitePlan } from './plan/site.ts'
import { versionsKept } from './plan/versions-kept.ts'
import type { ReasonCode } from './reasons.ts'
import {
  emptySettings,
  isKeptHere,
  isOfLogins,
  sectionOf,
  SETTING_NAMES,
  settingText,
  storedSettings,
  withSettings,
  type SettingName,
  type StoredSettings,
} from './settings-here.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import type { Step } from './step.ts'

type NotedSettings = NonNullable<NotedSource['settings']>
type Planned = Pick<SitePlan, 'versions'>

/** The settings as ShowDoc has them, with the ids of their rows. */
class SettingsThere {
  readonly #options: ReadonlyMap<string, ShowdocOption>
  readonly #versions: number

  constructor(database: ShowdocDatabase, plan: Planned) {
    this.#options = firstOptions(database)
    this.#versions = keptVersions(database, plan)
  }

  /** Null for one that has no row. */
  idOf(name: SettingName): number | null {
    return this.#options.get(name)?.id ?? null
  }

  /** As it is compared. */
  textOf(name: SettingName): string {
    const value = (of: SettingName): string => this.#options.get(of)?.value ?? ''
    if (name === 'history_version_count') return String(this.#versions)
    // Without a complete form, logins at the other site are not switched on.
    return name === 'oauth2_open' ? JSON.stringify([value(name), value('oauth2_form')]) : value(name)
  }
}

const keptVersions = (database: ShowdocDatabase, { versions }: Planned): number =>
  versionsKept(
    database,
    [...versions.values()].reduce((longest, { length }) => Math.max(longest, length), 0),
  )

/** Stores the settings of the core, and the login secret key. */
export async function carrySettingsOfCore(
  {
    database,
    plan,
    application,
  }: { readonly database: ShowdocDatabase; readonly plan: Planned } & Pick<Step, 'application'>,
  store: Store,
): Promise<Findings> {
  await writeSettings(store, siteSettings, {
    ...(await readSettings(store, siteSettings)),
    registerOpen: database.option('register_open') !== '0',
    historyVersionCount: keptVersions(database, plan),
  })
  return carryLoginKey(database, { store, services: application.product.services })
}

const markOf = (mark: Mark, name: SettingName, text: string): string => mark(0, `${name}\0${text}`)

/** What is noted of all settings once they have come. */
export async function notedSettings({ showdoc, application, plan }: Step, store: Store): Promise<NotedSettings> {
  const { services } = application.product
  const mark = await keyMarks(store, services)
  const [there, stored] = [new SettingsThere(showdoc.database, plan), await storedSettings(store)]
  return Object.fromEntries(
    SETTING_NAMES.map((name) => [
      name,
      {
        there: markOf(mark, name, there.textOf(name)),
        here: markOf(mark, name, settingText(stored, name, services.seals)),
      },
    ]),
  )
}

interface Fresh {
  readonly stored: StoredSettings
  readonly findings: Findings
}

/** The settings as they would come into an empty site now. Nothing of it stays. */
async function freshSettings({ showdoc, application, plan }: Step): Promise<Fresh> {
  const { product, carrying } = application
  const { database } = showdoc
  const undone = new Error('this transaction only shows what would come')
  const found: Fresh[] = []
  const work = carrying.carry(async ({ store }) => {
    const within: ComposedApplication = {
      ...application,
      product: {
        ...product,
        database: databaseOn(store),
        // Neither the log nor a plugin learns of what is undone.
        services: { ...product.services, log: SILENT },
        ...{ within: [], after: [] },
      },
    }
    await emptySettings(store)
    const findings = new Findings()
    findings.add(await carrySettings({ application: within, database, plan }))
    findings.add(await carrySettingsOfCore({ database, plan, application: within }, store))
    found.push({ stored: await storedSettings(store), findings })
    throw undone
  })
  await work.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  const [fresh] = found
  if (!fresh) throw undone
  return fresh
}

const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** Operations join the transaction of this store. */
function databaseOn(store: Store): ComposedApplication['product']['database'] {
  const database: ComposedApplication['product']['database'] = {
    ...store,
    transaction: (work) => work(store),
    lateTransaction: (work) => work(store),
    get heavy() {
      return database
    },
    close: async () => undefined,
  }
  return database
}

/** What became of the settings. */
interface Renewed {
  readonly source: NotedSource
  readonly findings: Findings
  readonly isWritten: boolean
}

/**
 * Brings the settings that changed in ShowDoc since they came and did not change here. Those that did stay, and are
 * named, and so are those of which an older version did not note what came.
 * @returns what is noted of the ShowDoc now
 */
export async function renewSettings(step: Step): Promise<NotedSource> {
  const { showdoc, application, arrangement, plan } = step
  const { source } = arrangement
  // A dump of some tables says nothing of the others.
  if (!showdoc.database.has('options')) return source
  const there = new SettingsThere(showdoc.database, plan)
  const mark = await application.carrying.carry(({ store }) => keyMarks(store, application.product.services))
  const changed = SETTING_NAMES.filter(
    (name) => source.settings?.[name]?.there !== markOf(mark, name, there.textOf(name)),
  )
  const reason = whyNotRenewed(step)
  const fresh = changed.length > 0 && reason === null ? await freshSettings(step) : null
  await step.assertAlone()
  const renewed = await application.carrying.carry(({ store }) =>
    renewedSettings({ step, store, there, mark, fresh, reason }),
  )
  if (renewed.isWritten) step.note()
  plan.findings.addAll(renewed.findings)
  return renewed.source
}

/** Why settings that changed are not brought; null where they are. */
function whyNotRenewed({ showdoc: { database, sourceIds }, arrangement: { records } }: Step): ReasonCode | null {
  // A row that cannot be read may still be there.
  if (!database.isWhole('options')) return 'optionsUnreadable'
  const isOlder = (['page', 'page_version'] as const).some(
    (table) => !knowsNumbers(sourceIds, table, [...(records.get(table)?.values() ?? [])]),
  )
  return isOlder ? 'optionsUnsure' : null
}

interface Renewing {
  readonly step: Step
  readonly store: Store
  readonly there: SettingsThere
  readonly mark: Mark
  /** Null where none is to be brought. */
  readonly fresh: Fresh | null
  readonly reason: ReasonCode | null
}

async function renewedSettings(renewing: Renewing): Promise<Renewed> {
  const { step, store, there, mark, fresh } = renewing
  const { services } = step.application.product
  const { source } = step.arrangement
  await store.settings.hold(siteRules.id)
  const stored = await storedSettings(store)
  const decided = decidedSettings(renewing, stored)
  const { findings, due, same } = decided
  const brought = fresh === null ? [] : await written({ ...renewing, fresh }, stored, due)
  for (const name of due)
    if (!brought.includes(name)) findings.keep('options', there.idOf(name) ?? name, 'optionLastWayIn', { name })
  const settled = [...brought, ...same]
  const settings = Object.fromEntries(
    settled.map((name) => [
      name,
      {
        there: markOf(mark, name, there.textOf(name)),
        here: markOf(mark, name, settingText(fresh?.stored ?? stored, name, services.seals)),
      },
    ]),
  )
  const told = toldOf(step, { fresh, ids: new Set(settled.map((name) => there.idOf(name))) })
  const noted: NotedSource = { ...source, ...told, settings: { ...source.settings, ...settings } }
  const isWritten = settled.length > 0 || told.left !== source.left || told.changed !== source.changed
  if (isWritten) await noteSource(store, noted)
  return { source: isWritten ? noted : source, findings, isWritten }
}

interface Decided {
  readonly findings: Findings
  /** To be written. */
  readonly due: readonly SettingName[]
  /** Here as they are in ShowDoc now. */
  readonly same: readonly SettingName[]
}

function decidedSettings({ step, there, mark, fresh, reason }: Renewing, stored: StoredSettings): Decided {
  const { seals } = step.application.product.services
  const noted = step.arrangement.source.settings ?? {}
  const findings = new Findings()
  const due: SettingName[] = []
  const same: SettingName[] = []
  for (const name of SETTING_NAMES) {
    const keep = (why: ReasonCode): void => findings.keep('options', there.idOf(name) ?? name, why, { name })
    const text = settingText(stored, name, seals)
    const came = noted[name]
    const isAsItCame = came?.here === markOf(mark, name, text)
    if (came?.there === markOf(mark, name, there.textOf(name))) {
      if (!isAsItCame && there.idOf(name) !== null) keep('optionEditedHere')
    } else if (!fresh) {
      if (came && reason !== null) keep(reason)
    } else if (settingText(fresh.stored, name, seals) === text) same.push(name)
    else if (!isKeptHere(step.application, name)) keep('optionWithoutPlugin')
    else if (isAsItCame) due.push(name)
    else keep(whyItStays(name, came !== undefined))
  }
  return { findings, due, same }
}

function whyItStays(name: SettingName, isNoted: boolean): ReasonCode {
  if (name === 'login_secret_key') return isNoted ? 'loginKeyOfHereStays' : 'loginKeyOfOlder'
  return isNoted ? 'optionChangedInBoth' : 'optionOfOlder'
}

/** Writes the settings, except those without which nobody could log in. @returns the written ones */
async function written(
  { step, store, fresh }: Renewing & { readonly fresh: Fresh },
  stored: StoredSettings,
  due: readonly SettingName[],
): Promise<readonly SettingName[]> {
  if (due.length === 0) return due
  const { services } = step.application.product
  const ctx = { store, services }
  const hadLogin = await isLoginLeft(ctx)
  const write = async (names: readonly SettingName[]): Promise<void> => {
    const wished = withSettings(stored, fresh.stored, names)
    for (const section of new Set(due.map(sectionOf))) await store.settings.write(section, wished.get(section) ?? {})
  }
  await write(due)
  const isLoginLost = hadLogin && !(await isLoginLeft(ctx))
  const brought = isLoginLost ? due.filter((name) => !isOfLogins(name)) : due
  if (isLoginLost) await write(brought)
  const sections = Map.groupBy(brought, sectionOf)
  await recordByServer(
    store,
    services,
    Array.from(sections, ([section, names]) => ({
      action: 'settings.changed',
      object: { kind: 'settings', id: section },
      detail: names.toSorted().join(', '),
    })),
  )
  return brought
}

/** What is told of the settings from now on. @param ids of those that came anew */
function toldOf(
  { showdoc: { database }, arrangement: { source } }: Step,
  { fresh, ids }: { readonly fresh: Fresh | null; readonly ids: ReadonlySet<number | null> },
): Pick<NotedSource, 'left' | 'changed'> {
  const rows = new Set<unknown>(optionsIn(database).map(({ id }) => id))
  const anew = new Set<unknown>(ids)
  const others = settingsLeft(database).left
  const of = (kind: 'left' | 'changed'): NotedSource['left'] => {
    const former = source[kind].filter(({ id, reason }) => rows.has(id) && !anew.has(id) && !isOfSettingsLeft(reason))
    const came = (fresh?.findings[kind] ?? []).filter(({ id, reason }) => anew.has(id) && !isOfSettingsLeft(reason))
    const now = [...former, ...came, ...(kind === 'left' ? others : [])].map(notedFinding)
    return areSameFindings(now, source[kind]) ? source[kind] : now
  }
  return { left: of('left'), changed: of('changed') }
}

type NotedFinding = NotedSource['left'][number]

const notedFinding = ({ table, id, reason, values }: Finding | NotedFinding): NotedFinding => ({
  ...{ table, id, reason },
  ...(values && { values: { ...values } }),
})

function areSameFindings(some: readonly NotedFinding[], others: readonly NotedFinding[]): boolean {
  const texts = (of: readonly NotedFinding[]): string =>
    JSON.stringify(of.map((finding) => JSON.stringify(notedFinding(finding))).toSorted())
  return texts(some) === texts(others)
}
