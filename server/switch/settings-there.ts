import type { Seals } from '#core/ports/login.ts'
import type { Mark } from './key-marks.ts'
import type { NotedSource } from './note.ts'
import { firstOptions, type ShowdocOption } from './options.ts'
import type { SitePlan } from './plan/site.ts'
import { MOST_KEPT, versionsThere } from './plan/versions-kept.ts'
import { settingText, type SettingName, type StoredSettings } from './settings-here.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

type Planned = Pick<SitePlan, 'versions'>
export type NotedSettings = NonNullable<NotedSource['settings']>

/** The settings as ShowDoc has them, with the ids of their rows. */
export class SettingsThere {
  readonly #options: ReadonlyMap<string, ShowdocOption>
  /** The number of former versions of the page that has most of them. */
  readonly longestHistory: number
  /** How many former versions of a page ShowDoc keeps. */
  readonly versions: number

  constructor(database: ShowdocDatabase, plan: Planned) {
    this.#options = firstOptions(database)
    this.longestHistory = [...plan.versions.values()].reduce((longest, { ids }) => Math.max(longest, ids.length), 0)
    this.versions = versionsThere(database, this.longestHistory)
  }

  /** As many of these as can be kept here. */
  get versionsKept(): number {
    return Math.min(this.versions, MOST_KEPT)
  }

  /** Null for one that has no row. */
  idOf(name: SettingName): number | null {
    return this.#options.get(name)?.id ?? null
  }

  /** What names it in the receipt. */
  rowOf(name: SettingName): number | string {
    return this.idOf(name) ?? name
  }

  /** As it is compared. */
  textOf(name: SettingName): string {
    const value = (of: SettingName): string => this.#options.get(of)?.value ?? ''
    if (name === 'history_version_count') return String(this.versionsKept)
    // Without a complete form, logins at the other site are not switched on.
    return name === 'oauth2_open' ? JSON.stringify([value(name), value('oauth2_form')]) : value(name)
  }
}

/** The marks of settings, as they are noted. */
export class SettingMarks {
  readonly #mark: Mark
  readonly #seals: Seals

  constructor(mark: Mark, seals: Seals) {
    this.#mark = mark
    this.#seals = seals
  }

  there(name: SettingName, there: SettingsThere): string {
    return this.#of(name, there.textOf(name))
  }

  here(name: SettingName, stored: StoredSettings): string {
    return this.#of(name, settingText(stored, name, this.#seals))
  }

  /** What is noted of one that has come. */
  both(name: SettingName, there: SettingsThere, stored: StoredSettings): NotedSettings[string] {
    return { there: this.there(name, there), here: this.here(name, stored) }
  }

  #of(name: SettingName, text: string): string {
    return this.#mark(0, `${name}\0${text}`)
  }
}
