import { z } from 'zod'
import { LANGUAGES } from '../language.ts'
import type { Store } from '../ports/store.ts'
import { line } from '../schema.ts'
import { readSettings, settingsSection } from '../settings.ts'

export const PRODUCT_NAME = 'Octavo'
const NAME_LENGTH = 60
const LONGEST_ADDRESS = 500

const isWebAddress = (text: string): boolean => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text))
const webAddress = () => line(LONGEST_ADDRESS).refine(isWebAddress).default('')

/** Name and default appearance of the site. */
export const lookSettings = settingsSection(
  'look',
  z.object({
    /** '' for the product's name. */
    siteName: line(NAME_LENGTH).default(''),
    /** For people whose browser requests none of our languages; overridden by `LANGUAGE`. */
    defaultLanguage: z.enum(LANGUAGES).default('zh-cn'),
    /** For people who have not chosen; `system` follows their device. */
    defaultColors: z.enum(['system', 'light', 'dark']).default('system'),
    /** In the menu of logged-in people; '' for none. */
    helpUrl: webAddress(),
    feedbackUrl: webAddress(),
  }),
)

export type LookSettings = z.output<typeof lookSettings.schema>
export const nameIn = ({ siteName }: Pick<LookSettings, 'siteName'>): string => siteName.trim() || PRODUCT_NAME

/** The site's name in titles and letters. */
export const siteNameOf = async ({ store }: { readonly store: Pick<Store, 'settings'> }): Promise<string> =>
  nameIn(await readSettings(store, lookSettings))
