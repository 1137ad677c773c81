import { z } from 'zod'
import { limits } from '../limits.ts'
import { settingsSection } from '../settings.ts'

/** Site settings made by administrators (spec §3 Site config). */
export const siteSettings = settingsSection(
  'site',
  z.object({
    registerOpen: z.boolean().default(true),
    homePage: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(1),
    /** The item to open when `homePage` is 3; 0 for none. */
    homeItem: z.number().int().min(0).default(0),
    /** Anything but a whole number from 1 to 1000 counts as never set (D65). */
    historyVersionCount: z.number().int().min(1).max(1000).default(limits.versionsKept).catch(limits.versionsKept),
    /** In MB, for pages with their versions, the recycle bin and templates; 0 for no limit. */
    textMegabytesPerPerson: z.number().int().min(0).max(1_000_000).default(1_024),
    textMegabytesPerItem: z.number().int().min(0).max(1_000_000).default(2_048),
    /** In MB, for files somebody has uploaded, and files used by the pages of an item; 0 for no limit. */
    fileMegabytesPerPerson: z.number().int().min(0).max(1_000_000).default(0),
    fileMegabytesPerItem: z.number().int().min(0).max(1_000_000).default(0),
    beian: z.string().default(''),
    showWatermark: z.boolean().default(false),
    /** The public address entered by administrators, for links in letters when there is no `PUBLIC_URL`. */
    siteUrl: z.string().default(''),
  }),
)
