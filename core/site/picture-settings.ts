import { z } from 'zod'
import type { SettingsStore } from '../ports/settings.ts'
import { line } from '../schema.ts'
import { readSettings, settingsSection } from '../settings.ts'

const LONGEST_HOST = 260
export const MOST_HOSTS = 50
/** A host of a content security policy: a name, with `*.` for all names below it, and with a port unless the usual. */
const HOST = /^(\*\.)?[a-z0-9](-*[a-z0-9])*(\.[a-z0-9](-*[a-z0-9])*)*(:\d{1,5})?$/

/** Where pictures of other sites may come from (threats X7). */
export const pictureSettings = settingsSection(
  'pictures',
  z.object({
    /** For hosts that are not listed: readers choose, all are shown, or none is. */
    otherHosts: z.enum(['asked', 'shown', 'linked']).default('asked'),
    /** Always shown; as in `img.example.com`, `*.example.com` or `img.example.com:8080`. */
    shownHosts: z.array(line(LONGEST_HOST).refine(isPictureHost)).max(MOST_HOSTS).default([]),
  }),
)

/** Which pictures of other sites a document may show. */
export interface ShownPictures {
  /** Whether every host may be shown. */
  readonly areAll: boolean
  /** Hosts that may be shown, as a content security policy names them. */
  readonly hosts: readonly string[]
  /** Whether readers may choose further hosts for their browser. */
  readonly canChoose: boolean
}

export const NO_PICTURES: ShownPictures = { areAll: false, hosts: [], canChoose: false }

/** Whether a text can stand in a content security policy as a host, and as nothing else. */
export function isPictureHost(text: string): boolean {
  return text.length <= LONGEST_HOST && HOST.test(text.toLowerCase())
}

/**
 * What the site allows, with the hosts that this browser has chosen.
 * @param chosen unchecked; what is no host, or more than a list may hold, is left out
 */
export async function shownPictures(
  { store }: { readonly store: { readonly settings: SettingsStore } },
  chosen: readonly string[],
): Promise<ShownPictures> {
  const { otherHosts, shownHosts } = await readSettings(store, pictureSettings)
  const canChoose = otherHosts === 'asked'
  const own = canChoose ? chosen.filter(isPictureHost).slice(0, MOST_HOSTS) : []
  const hosts = [...new Set([...shownHosts, ...own].map((host) => host.toLowerCase()))]
  return { areAll: otherHosts === 'shown', hosts, canChoose }
}
