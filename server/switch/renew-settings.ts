import { isLoginLeft } from '#core/account/possible-rules.ts'
import { siteRules } from '#core/access/site-rules.ts'
import { recordByServer } from '#core/audit/by-server.ts'
import { siteSettings } from '#core/site/settings.ts'
import type { Seals } from '#core/ports/login.ts'
import type { Store } from '#core/ports/store.ts'
import { madeByProduct } from '#core/seen-less.ts'
import { readSettings, writeSettings } from '#core/settings.ts'
import type { ComposedApplication } from '../application.ts'
import { noteSource } from './arrangement.ts'
import { carryLoginKey } from './carry-login-key.ts'
import { carrySettings, isOfSettingsLeft, settingsLeft } from './carry-settings.ts'
import { keyMarks } from './key-marks.ts'
import { knowsNumbers } from './known-numbers.ts'
import type { NotedSource } from './note.ts'
import { optionsIn } from './options.ts'
import { Findings, type Finding } from './plan/findings.ts'
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
import { SettingMarks, SettingsThere, type NotedSettings } from './settings-there.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import type { Step } from './step.ts'

/** Stores the settings of the core, and the login secret key. */
async function carrySettingsOfCore(
  { database, application }: { readonly database: ShowdocDatabase } & Pick<Step, 'application'>,
  there: SettingsThere,
  store: Store,
): Promise<Findings> {
  await writeSettings(store, siteSettings, {
    ...(await readSettings(store, siteSettings)),
    registerOpen: database.option('register_open') !== '0',
    historyVersionCount: there.versionsKept,
  })
  return carryLoginKey(database, { store, services: application.product.services })
}

interface Fresh {
  readonly stored: StoredSettings
  readonly findings: Findings
}

/** The settings as they would come into an empty site now. Nothing of it stays. */
async function freshSettings({ showdoc, application, plan }: Step, there: SettingsThere): Promise<Fresh> {
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
        services: madeByProduct({ ...product.services, log: SILENT }),
        ...{ within: [], after: [] },
      },
    }
    await emptySettings(store)
    const findings = new Findings()
    findings.add(await carrySettings({ application: within, database, plan }))
    findings.add(await carrySettingsOfCore({ database, application: within }, there, store))
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
  const database: ComposedApplication['product']['database'] = madeByProduct({
    ...store,
    transaction: (work) => work(store),
    lateTransaction: (work) => work(store),
    get heavy() {
      return database
    },
    close: async () => undefined,
  })
  return database
}

/** What became of the settings. */
interface Renewed {
  readonly source: NotedSource
  readonly findings: Findings
  readonly isWritten: boolean
}

/**
 * Brings the settings of ShowDoc the first time, and later those that changed there since. Those that are not as they
 * were here before, or as they came, stay and are named, and so are those of which an older version did not note what
 * came.
 * @returns what is noted of the ShowDoc now
 */
export async function renewSettings(step: Step): Promise<NotedSource> {
  const { showdoc, application, arrangement, plan } = step
  const { source } = arrangement
  // A dump of some tables says nothing of the others.
  if (source.hasSettings && !showdoc.database.has('options')) return source
  const there = new SettingsThere(showdoc.database, plan)
  const { services } = application.product
  const mark = await application.carrying.carry(({ store }) => keyMarks(store, services))
  const marks = new SettingMarks(mark, services.seals)
  const noted = source.hasSettings ? (source.settings ?? {}) : { ...untouched(marks), ...source.settings }
  const changed = SETTING_NAMES.filter((name) => noted[name]?.there !== marks.there(name, there))
  const reason = source.hasSettings ? whyNotRenewed(step) : null
  const fresh = changed.length > 0 && reason === null ? await freshSettings(step, there) : null
  await step.assertAlone()
  const renewed = await application.carrying.carry(({ store }) =>
    renewedSettings({ step, store, there, marks, noted, fresh, reason }),
  )
  if (renewed.isWritten) step.note()
  plan.findings.addAll(renewed.findings)
  return renewed.source
}

/** As if all settings had come as an empty site has them, from a ShowDoc that has none. */
const untouched = (marks: SettingMarks): NotedSettings =>
  Object.fromEntries(SETTING_NAMES.map((name) => [name, { there: '', here: marks.here(name, new Map()) }]))

/** Noted instead of a mark of a setting that was made here before that of ShowDoc came. */
const OF_HERE = ''

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
  readonly marks: SettingMarks
  readonly noted: NotedSettings
  /** Null where none is to be brought. */
  readonly fresh: Fresh | null
  readonly reason: ReasonCode | null
}

async function renewedSettings(renewing: Renewing): Promise<Renewed> {
  const { step, store, there, marks, noted, fresh } = renewing
  const { source } = step.arrangement
  const isFirst = !source.hasSettings
  await store.settings.hold(siteRules.id)
  const stored = await storedSettings(store)
  const { findings, due, same, stay } = decidedSettings(renewing, stored)
  const brought = fresh === null ? [] : await written({ ...renewing, fresh }, stored, due)
  for (const name of due)
    if (!brought.includes(name)) findings.keep('options', there.rowOf(name), 'optionLastWayIn', { name })
  // All are stored, so that another default of a later version changes nothing of what came.
  if (isFirst) await writeSettings(store, siteSettings, await readSettings(store, siteSettings))
  const settled = [...brought, ...same]
  const settings: NotedSettings = {
    ...(isFirst ? noted : source.settings),
    ...(isFirst && notedOf(stay, (name) => ({ there: marks.there(name, there), here: OF_HERE }))),
    ...notedOf(settled, (name) => marks.both(name, there, fresh?.stored ?? stored)),
  }
  const anew = isFirst ? optionsOfAllBut(step, stay) : new Set(settled.map((name) => there.idOf(name)))
  const told = toldOf(step, { fresh, anew })
  const next: NotedSource = { ...source, ...told, settings, hasSettings: true }
  const isWritten = isFirst || settled.length > 0 || told.left !== source.left || told.changed !== source.changed
  if (isWritten) await noteSource(store, next)
  return { source: isWritten ? next : source, findings, isWritten }
}

const notedOf = (names: readonly SettingName[], noteOf: (name: SettingName) => NotedSettings[string]): NotedSettings =>
  Object.fromEntries(names.map((name) => [name, noteOf(name)]))

/** Options that say whether the setting of another one is in force. */
const SWITCHES: ReadonlyMap<string, SettingName> = new Map([
  ['oss_open', 'oss_setting'],
  ['ldap_open', 'ldap_form'],
])

/** Ids of the options whose settings are not among these. */
function optionsOfAllBut({ showdoc: { database } }: Step, names: readonly SettingName[]): ReadonlySet<unknown> {
  const others = new Set<string>(names)
  return new Set(optionsIn(database).flatMap(({ id, name }) => (others.has(SWITCHES.get(name) ?? name) ? [] : [id])))
}

interface Decided {
  readonly findings: Findings
  /** To be written. */
  readonly due: readonly SettingName[]
  /** Here as they are in ShowDoc now. */
  readonly same: readonly SettingName[]
  /** To stay as they are here, though ShowDoc has others. */
  readonly stay: readonly SettingName[]
}

function decidedSettings({ step, there, marks, noted, fresh, reason }: Renewing, stored: StoredSettings): Decided {
  const { seals } = step.application.product.services
  const isFirst = !step.arrangement.source.hasSettings
  const findings = new Findings()
  const [due, same, stay]: readonly [SettingName[], SettingName[], SettingName[]] = [[], [], []]
  for (const name of SETTING_NAMES) {
    const keep = (why: ReasonCode): void => findings.keep('options', there.rowOf(name), why, { name })
    const came = noted[name]
    const isAsItCame = came?.here === marks.here(name, stored)
    // Logins at another site are not opened with a form that ShowDoc does not have.
    const isFormOfHere = name === 'oauth2_open' && !due.includes('oauth2_form')
    const opensOther = isFormOfHere && fresh !== null && opensWithOther(fresh.stored, stored, seals)
    if (came?.there === marks.there(name, there)) {
      if (!isAsItCame && there.idOf(name) !== null) keep(came.here === OF_HERE ? 'optionOfHere' : 'optionEditedHere')
    } else if (!fresh) {
      if (came && reason !== null) keep(reason)
    } else if (settingText(fresh.stored, name, seals) === settingText(stored, name, seals)) same.push(name)
    else if (!isKeptHere(step.application, name)) keep('optionWithoutPlugin')
    else if (isAsItCame && !opensOther) due.push(name)
    else {
      stay.push(name)
      keep(isFirst ? 'optionOfHere' : whyItStays(name, came !== undefined))
    }
  }
  return { findings, due, same, stay }
}

/** Whether the fresh settings open logins at another site with another form than the stored one. */
const opensWithOther = (fresh: StoredSettings, stored: StoredSettings, seals: Seals): boolean =>
  fresh.get(sectionOf('oauth2_open'))?.['isOpen'] === true &&
  settingText(fresh, 'oauth2_form', seals) !== settingText(stored, 'oauth2_form', seals)

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

/** What is told of the settings from now on. @param anew ids of the options that came now */
function toldOf(
  { showdoc: { database }, arrangement: { source } }: Step,
  { fresh, anew }: { readonly fresh: Fresh | null; readonly anew: ReadonlySet<unknown> },
): Pick<NotedSource, 'left' | 'changed'> {
  const rows = new Set<unknown>(optionsIn(database).map(({ id }) => id))
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
