import { carriedLoginKeys } from '#core/site/carried-login-key.ts'
import { resealedSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { storageSettings } from '#core/site/storage-settings.ts'
import type { Seals } from '#core/ports/login.ts'
import type { Store } from '#core/ports/store.ts'
import type { ComposedApplication } from '../application.ts'

/** Where the setting of an option of ShowDoc lies here. */
interface Place {
  readonly section: string
  holds(field: string): boolean
}

const ofSite = (field: string): Place => ({ section: siteSettings.id, holds: (name) => name === field })
const whole = (section: string): Place => ({ section, holds: () => true })
const OTHER_SITE = 'plugin.oauth-login'
const IS_OPEN = 'isOpen'

/**
 * By the names of the options. A directory and a storage are switched on here, by somebody who has tried them: that
 * changes the setting as well, because nothing else is to be tried in their place.
 */
const PLACES = {
  home_page: ofSite('homePage'),
  home_item: ofSite('homeItem'),
  beian: ofSite('beian'),
  show_watermark: ofSite('showWatermark'),
  site_url: ofSite('siteUrl'),
  register_open: ofSite('registerOpen'),
  history_version_count: ofSite('historyVersionCount'),
  oss_setting: whole(storageSettings.id),
  ldap_form: whole('plugin.ldap-login'),
  oauth2_form: { section: OTHER_SITE, holds: (field) => field !== IS_OPEN },
  oauth2_open: { section: OTHER_SITE, holds: (field) => field === IS_OPEN },
  login_secret_key: whole('plugin.key-login'),
} as const satisfies Readonly<Record<string, Place>>

/** An option that becomes a setting here. */
export type SettingName = keyof typeof PLACES
export const SETTING_NAMES = Object.keys(PLACES) as readonly SettingName[]
export const sectionOf = (name: SettingName): string => PLACES[name].section
/** Settings without which somebody may not be able to log in any more. */
export const isOfLogins = (name: SettingName): boolean => sectionOf(name) === OTHER_SITE || name === 'ldap_form'

const SECTIONS: readonly string[] = [...new Set(SETTING_NAMES.map(sectionOf))].toSorted()

/** Whether what keeps such a setting is running. */
export function isKeptHere({ product }: ComposedApplication, name: SettingName): boolean {
  if (name === 'login_secret_key') return product.services.extensions(carriedLoginKeys).length > 0
  if (name === 'ldap_form') return product.operations['ldapLogin'] !== undefined
  return sectionOf(name) !== OTHER_SITE || product.operations['oauthLogin'] !== undefined
}

type Values = Readonly<Record<string, unknown>>
/** The stored values of the sections, with their secrets sealed. */
export type StoredSettings = ReadonlyMap<string, Values>

/** Those here now, which nobody else changes until the end of the transaction. */
export async function storedSettings({ settings }: Pick<Store, 'settings'>): Promise<StoredSettings> {
  const stored = new Map<string, Values>()
  for (const section of SECTIONS) {
    await settings.hold(section)
    stored.set(section, ((await settings.read(section)) ?? {}) as Values)
  }
  return stored
}

/** Takes all of these settings away, as in an empty site. */
export async function emptySettings({ settings }: Pick<Store, 'settings'>): Promise<void> {
  for (const section of SECTIONS) await settings.write(section, {})
}

// What was never stored is the same as what is stored by default with something else.
const DEFAULTS: ReadonlyMap<string, Values> = new Map(
  [siteSettings, storageSettings].map(({ id, schema }) => [id, schema.parse({})]),
)

/** The setting as it is compared, with its secrets: the same for the same setting, also after a change of the key. */
export function settingText(stored: StoredSettings, name: SettingName, seals: Seals): string {
  const { section, holds }: Place = PLACES[name]
  const values = { ...DEFAULTS.get(section), ...stored.get(section) }
  const held = Object.entries(values).filter(([field]) => holds(field))
  return JSON.stringify(Object.entries(openedValues(section, Object.fromEntries(held), seals)).toSorted(byName))
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

const PLAIN: Seals = { seal: (plain) => plain, open: (plain) => plain, digest: (plain) => plain }

/** One that cannot be opened is like no other. */
function openedValues(section: string, values: Values, seals: Seals): Values {
  try {
    return resealedSettings(section, values, { before: seals, after: PLAIN })
  } catch {
    return values
  }
}

/** @returns `stored` with these settings as they are in `wished` */
export function withSettings(
  stored: StoredSettings,
  wished: StoredSettings,
  names: readonly SettingName[],
): StoredSettings {
  const changed = new Map(stored)
  for (const name of names) {
    const { section, holds }: Place = PLACES[name]
    const [others, ours] = [changed.get(section) ?? {}, wished.get(section) ?? {}]
    changed.set(
      section,
      Object.fromEntries([
        ...Object.entries(others).filter(([field]) => !holds(field)),
        ...Object.entries(ours).filter(([field]) => holds(field)),
      ]),
    )
  }
  return changed
}
