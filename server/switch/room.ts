import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { readSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import type { CarriedItems } from './carry-items.ts'
import type { Step } from './step.ts'

const MEGABYTE = 1024 * 1024
const OWNERS = [
  { kind: 'person', table: 'user', setting: 'textMegabytesPerPerson' },
  { kind: 'item', table: 'item', setting: 'textMegabytesPerItem' },
] as const

interface GivingRoom {
  readonly rows: CarriedRows
  readonly step: Step
  readonly texts: CarriedItems['texts']
}

/**
 * Lets people and items whose texts take up more than the site gives everybody go on being written: they get that much
 * beside what came. Who has a quota of their own keeps it, which somebody here decided, and the receipt tells when nothing
 * more fits. @returns whether anything was written
 */
export async function giveRoom({ rows, step, texts }: GivingRoom): Promise<boolean> {
  const { plan } = step
  const settings = await readSettings(rows.store, siteSettings)
  const came = { person: plan.userIds, item: new Set(texts.keys()) }
  let isAnyGiven = false
  for (const { kind, table, setting } of OWNERS) {
    const limit = settings[setting]
    for (const { id, bytes } of limit === 0 ? [] : await rows.largeTexts(kind, limit * MEGABYTE)) {
      if (!came[kind].has(id)) continue
      const quota = await rows.store.space.quotaOf({ kind, id })
      const used = Math.ceil(bytes / MEGABYTE)
      const own = quota.textMegabytes
      if (own === null) {
        await rows.store.space.setQuota({ kind, id }, { ...quota, textMegabytes: used + limit })
        isAnyGiven = true
      }
      const given = own ?? used + limit
      const isFull = given > 0 && given <= used
      if (given > 0) plan.findings.change(table, id, isFull ? 'textsFull' : 'textsLarge', { used, limit, given })
    }
  }
  return isAnyGiven
}
