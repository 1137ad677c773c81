import { z } from 'zod'
import { limits } from '../limits.ts'
import type { RecycledItem } from '../ports/access.ts'
import { id, wired } from '../schema.ts'

const DAY_MS = 24 * 3_600_000

/** A deleted item, as shown to those who may restore it. */
export const RecycledItemView = z.object({
  itemId: id(),
  itemName: z.string(),
  itemDescription: z.string(),
  /** Username of the owner. */
  username: z.string(),
  pageCount: z.number(),
  deletedAt: wired('del_time', z.date()),
  /** Username of the person who deleted it; '' when the account is deleted. */
  deletedBy: wired('del_by_username', z.string()),
  /** When it will be deleted for good. */
  endsAt: wired('end_time', z.date()),
})

export const recycledItemView = (found: RecycledItem): z.input<typeof RecycledItemView> => ({
  itemId: found.item.id,
  itemName: found.item.name,
  itemDescription: found.item.description,
  username: found.ownerUsername,
  pageCount: found.pageCount,
  deletedAt: found.deletedAt,
  deletedBy: found.deletedByUsername,
  endsAt: new Date(found.deletedAt.getTime() + limits.recycleDays * DAY_MS),
})
