import type { SettingsStore } from '../ports/settings.ts'
import type { Documents } from '../ports/documents.ts'
import { readSettings } from '../settings.ts'
import { logoPath, logoVersionOf } from './logo.ts'
import { lookSettings, nameIn, type LookSettings } from './look-settings.ts'

export interface SiteLook {
  readonly name: string
  /** A path below the address of the site that changes with the picture; '' for the product's logo. */
  readonly logo: string
  /** Absolute addresses; '' for none. */
  readonly help: string
  readonly feedback: string
}

interface Holder {
  readonly store: { readonly settings: SettingsStore; readonly documents: Documents }
}

/** The site's name and appearance, with colours for people who have chosen none. */
export async function siteLook({
  store,
}: Holder): Promise<{ readonly look: SiteLook; readonly colors: LookSettings['defaultColors'] }> {
  const [settings, version] = await Promise.all([readSettings(store, lookSettings), logoVersionOf({ store })])
  const { helpUrl: help, feedbackUrl: feedback, defaultColors: colors } = settings
  return { look: { name: nameIn(settings), logo: logoPath(version), help, feedback }, colors }
}
