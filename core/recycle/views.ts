import { z } from 'zod'
import type { RecycledPage } from '../page/page.ts'
import { id, wired } from '../schema.ts'

export const RecycledPageView = z.object({
  pageId: id(),
  pageTitle: z.string(),
  /** '' when the account is deleted. */
  deletedByUsername: wired('del_by_username', z.string()),
  deletedAt: wired('del_time', z.date()),
})

export const recycledPageView = ({
  id: pageId,
  title,
  deletion,
  deletedByUsername,
}: RecycledPage & { readonly deletedByUsername: string }): z.input<typeof RecycledPageView> => ({
  pageId,
  pageTitle: title,
  deletedByUsername,
  deletedAt: deletion.at,
})
