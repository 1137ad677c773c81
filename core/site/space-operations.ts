import { usersIn } from '../access/facts.ts'
import { z } from 'zod'
import { openItemToChange } from '../access/doors.ts'
import { usedSpace } from '../access/site-doors.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import type { Quota, UsedSpace } from '../ports/space.ts'
import { id, line, nothing } from '../schema.ts'
import { requireAsSeen, seenFields, type SeenFields } from '../seen.ts'
import { readSettings } from '../settings.ts'
import { adminList } from './admin-list.ts'
import { siteSettings } from './settings.ts'

const LARGEST_SHARE = 1_000_000

const kindField = () => z.enum(['person', 'item'])
/** In MB; 0 for no limit, null to use the site settings. */
const quotaField = () => z.number().int().min(0).max(LARGEST_SHARE).nullable()

const UsedSpaceView = z.object({
  id: id(),
  /** A username, or the name of an item. */
  name: z.string(),
  /** The display name of the person, or the username of the item's owner. */
  detail: z.string(),
  files: z.number(),
  fileBytes: z.number(),
  textBytes: z.number(),
  textMegabytes: quotaField(),
  fileMegabytes: quotaField(),
})
/** The default quotas of the site settings. */
const DefaultsView = z.object({ textMegabytes: z.number(), fileMegabytes: z.number() })

/** Space used by people and items, and their quotas. */
export const spaceOperations = {
  list: query({
    summary:
      'How much room the texts and files of people take, or those in items, and how much they may, those with most first; ' +
      'for site administrators.',
    audience: 'admin',
    input: z.object({
      kind: kindField().default('person'),
      ...adminList(),
      /** Part of a name; '' for any. */
      name: line(limits.nameLength).default(''),
    }),
    output: z.object({ list: z.array(UsedSpaceView), total: z.number(), defaults: DefaultsView }),
    example: { kind: 'item', name: 'Payments', page: 1, count: 7 },
    async run(ctx, { kind, name, page, count }) {
      const [{ list, total }, settings] = await Promise.all([
        usedSpace(ctx, kind, name, { page, count }),
        readSettings(ctx.store, siteSettings),
      ])
      const defaults =
        kind === 'person'
          ? { textMegabytes: settings.textMegabytesPerPerson, fileMegabytes: settings.fileMegabytesPerPerson }
          : { textMegabytes: settings.textMegabytesPerItem, fileMegabytes: settings.fileMegabytesPerItem }
      return { list: list.map((used: UsedSpace) => used), total, defaults }
    },
  }),

  setQuota: command({
    summary:
      'Says how much one person may keep, or one item may hold, in MB: 0 for no limit, null for what the settings of the ' +
      'site say; what is left out stays as it is. Files and texts that are there already stay. For site administrators.',
    audience: 'admin',
    needsNoRoom: true,
    input: z.object({
      kind: kindField(),
      id: id(),
      textMegabytes: quotaField().optional(),
      fileMegabytes: quotaField().optional(),
      seen: seenFields(),
    }),
    output: nothing(),
    example: { kind: 'person', id: 2, textMegabytes: 4096, fileMegabytes: null },
    async run(ctx, { kind, id: ownerId, seen, ...given }) {
      if (kind === 'item') await openItemToChange(ctx, ownerId, 'administer')
      else if (!(await usersIn(ctx.store).hold(ownerId))) throw new DomainError('notFound')
      const before = await ctx.store.space.quotaOf({ kind, id: ownerId })
      const { textMegabytes = before.textMegabytes, fileMegabytes = before.fileMegabytes } = given
      requireAsSeen(seen, inDialog(before), inDialog({ textMegabytes, fileMegabytes }))
      await productStore(ctx.store).space.setQuota({ kind, id: ownerId }, { textMegabytes, fileMegabytes })
      const said = (megabytes: number | null): string => (megabytes === null ? 'site' : String(megabytes))
      ctx.audit({
        action: 'quota.changed',
        object: { kind: kind === 'person' ? 'account' : 'item', id: ownerId },
        detail: `texts ${said(textMegabytes)}, files ${said(fileMegabytes)}`,
      })
      return {}
    },
  }),
}

const inDialog = ({ textMegabytes, fileMegabytes }: Quota): SeenFields => ({
  textMegabytes: String(textMegabytes ?? ''),
  fileMegabytes: String(fileMegabytes ?? ''),
})
