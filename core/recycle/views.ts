import { z } from 'zod'
import type { RecycledPage } from '../page/page.ts'
import { id } from '../schema.ts'

export const RecycledPageView = z.object({
  pageId: id(),
  pageTitle: z.string(),
  /** Empty when the account is gone. */
  delByUsername: z.string(),
  delTime: z.date(),
})

export const recycledPageView = ({
  id: pageId,
  title,
  deletion,
  deletedByUsername,
}: RecycledPage & { readonly deletedByUsername: string }): z.input<typeof RecycledPageView> => ({
  pageId,
  pageTitle: title,
  delByUsername: deletedByUsername,
  delTime: deletion.at,
})
