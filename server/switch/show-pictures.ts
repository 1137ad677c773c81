import { isPictureHost, MOST_HOSTS, pictureSettings } from '#core/site/picture-settings.ts'
import { readSettings, writeSettings } from '#core/settings.ts'
import type { StorageElsewhere } from './elsewhere.ts'
import type { Step } from './step.ts'

/**
 * Lets pages show pictures of these storages, if that is wished: hosts are added to those of the site, as far as there
 * is room.
 * @returns the hosts whose pictures are shown, whoever allowed them
 */
export async function showPicturesOf(
  storages: readonly StorageElsewhere[],
  isWished: boolean,
  { application, note, assertAlone }: Pick<Step, 'application' | 'note' | 'assertAlone'>,
): Promise<ReadonlySet<string>> {
  const hosts = storages.map(({ host }) => host)
  if (hosts.length === 0) return new Set()
  const { database } = application.product
  const before = await readSettings(database, pictureSettings)
  const shown = new Set(before.shownHosts.map((host) => host.toLowerCase()))
  const isShown = (host: string): boolean =>
    before.otherHosts === 'shown' ||
    shown.has(host) ||
    [...shown].some((each) => each.startsWith('*.') && host.endsWith(each.slice(1)))
  const due = isWished ? hosts.filter((host) => !isShown(host) && isPictureHost(host)) : []
  const added = due.slice(0, Math.max(0, MOST_HOSTS - before.shownHosts.length))
  if (added.length > 0) {
    await assertAlone()
    await application.carrying.carry(async ({ store }) => {
      const now = await readSettings(store, pictureSettings)
      await writeSettings(store, pictureSettings, { ...now, shownHosts: [...new Set([...now.shownHosts, ...added])] })
    })
    for (const host of added) shown.add(host)
    note()
  }
  return new Set(hosts.filter(isShown))
}
