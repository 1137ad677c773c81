import type { Documents, SettingsStore } from '../ports/store.ts'
import { readSettings } from '../settings.ts'
import { logoVersionOf } from './logo.ts'
import { lookSettings, nameIn, type LookSettings } from './look-settings.ts'

export interface SiteLook {
  readonly name: string
  /** A path below the address of the site, which changes with the picture; '' for that of the product. */
  readonly logo: string
  /** Whole addresses; '' for none. */
  readonly help: string
  readonly feedback: string
}

interface Holder {
  readonly store: { readonly settings: SettingsStore; readonly documents: Documents }
}

/** How the site presents itself, and its colours for those who have chosen none. */
export async function siteLook({
  store,
}: Holder): Promise<{ readonly look: SiteLook; readonly colors: LookSettings['defaultColors'] }> {
  const [settings, version] = await Promise.all([readSettings(store, lookSettings), logoVersionOf({ store })])
  const { helpUrl: help, feedbackUrl: feedback, defaultColors: colors } = settings
  const logo = version === null ? '' : `/api/site/logo?version=${version}`
  return { look: { name: nameIn(settings), logo, help, feedback }, colors }
}
