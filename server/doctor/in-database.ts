import type { DirectConnection } from '#adapters/database/copy.ts'
import { clockOf, hasSite, sectionIn } from '#adapters/database/site-rows.ts'
import { SmtpMail } from '#adapters/mail/smtp/smtp-mail.ts'
import { AesSeals, keyIdOf } from '#adapters/system/seals.ts'
import { SystemClock } from '#adapters/system/clock.ts'
import type { NamedSection } from '#core/ports/settings.ts'
import { idOfSection, readFittingSettings, readSettings } from '#core/settings.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { mailAddressOf, mailSettings } from '#core/site/mail-settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { storageAddressOf } from '#core/site/storage-address.ts'
import { storageSettings } from '#core/site/storage-settings.ts'
import { siteKeySection, wrongKey } from '../compose/site-key.ts'
import { BUILT_IN_KINDS, storageAt } from '../compose/storage-choice.ts'
import type { Config } from '../config.ts'
import { readSecretKey } from '../secret-key.ts'
import { note, well, wrong, type Finding } from './finding.ts'

type Client = DirectConnection['client']
/** Logins, tasks and locks depend on it; a few seconds do no harm. */
const CLOCKS_APART_MS = 5_000

/** Checks against the site's database: the key, the clock, and the storage and mail server from the site settings. */
export async function lookInDatabase(client: Client, config: Config, log: Log): Promise<readonly Finding[]> {
  if (!(await hasSite(client))) return [note('database', 'there is no site in it yet: the first start makes it.')]
  const store = { settings: { ...NO_WRITES, read: (section: NamedSection) => sectionIn(client, idOfSection(section)) } }
  const key = await readSecretKey(config, { mayMake: false }).catch((error: unknown) =>
    String((error as Error).message),
  )
  if (typeof key === 'string') return [wrong('key', key)]
  return [
    ...(config.DATABASE_URL === undefined ? [] : [await clock(client)]),
    await keyOfSite(store, key, config),
    ...(key && config.STORAGE_URL === undefined ? await storageOfForm(store, key, log) : []),
    ...(key && config.SMTP_URL === undefined ? await mailOfForm(store, key, config) : []),
  ]
}

type Store = Parameters<typeof readSettings>[0]
const NO_WRITES = {
  write: async (): Promise<void> => Promise.reject(new Error('the doctor changes nothing')),
  hold: async (): Promise<void> => Promise.reject(new Error('the doctor changes nothing')),
}

async function clock(client: Client): Promise<Finding> {
  const asked = Date.now()
  const theirs = await clockOf(client)
  const apart = theirs - (asked + Date.now()) / 2
  return Math.abs(apart) > CLOCKS_APART_MS
    ? wrong(
        'clock',
        `differs by ${Math.round(Math.abs(apart) / 1_000)} s from that of the database: let both follow a time server.`,
      )
    : well('clock')
}

async function keyOfSite(store: Store, key: Uint8Array | null, config: Config): Promise<Finding> {
  const noted = await readSettings(store, siteKeySection)
  if (noted.id === '') return note('key', 'is not noted in the database yet: the first start does so.')
  const mine = key && keyIdOf(key)
  return mine === noted.id ? well('key') : wrong('key', (await wrongKey(config, mine, noted)).lines.join(' '))
}

async function storageOfForm(store: Store, key: Uint8Array, log: Log): Promise<readonly Finding[]> {
  const of = 'object storage in the settings of the site'
  const problems: unknown[] = []
  const form = await readFittingSettings(store, storageSettings, new AesSeals(key), (error) => problems.push(error))
  if (problems.length > 0) return [wrong(of, 'cannot be read: an administrator has to save it anew.')]
  if (!form.isOpen) return []
  if (form.kind !== '')
    return [
      note(
        of,
        `is of the kind ${form.kind}, which a plugin adds: nothing here asks it, and servers without that plugin take no files.`,
      ),
    ]
  try {
    await storageAt(storageAddressOf(form), BUILT_IN_KINDS, { clock: new SystemClock(), log }).check?.()
    return [well(of)]
  } catch (error) {
    return [wrong(of, error instanceof Error ? error.message : String(error))]
  }
}

async function mailOfForm(store: Store, key: Uint8Array, { PUBLIC_URL }: Config): Promise<readonly Finding[]> {
  const of = 'mail server in the settings of the site'
  const problems: unknown[] = []
  const form = await readFittingSettings(store, mailSettings, new AesSeals(key), (error) => problems.push(error))
  if (problems.length > 0) return [wrong(of, 'cannot be read: an administrator has to save it anew.')]
  if (form.host === '') return []
  const siteUrl = PUBLIC_URL ?? (await readSettings(store, siteSettings)).siteUrl
  if (siteUrl === '')
    return [
      wrong(of, 'sends nothing, because nobody has said where the site is: set PUBLIC_URL, or its address there.'),
    ]
  try {
    await new SmtpMail(mailAddressOf(form), siteUrl).check()
    return [well(of)]
  } catch (error) {
    return [wrong(of, error instanceof Error ? error.message : String(error))]
  }
}
