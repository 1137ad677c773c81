import { z } from 'zod'
import type { ImportFormat } from '#core/plugin.ts'

/** Whether the headings of a document become pages. */
export const splitOption: NonNullable<ImportFormat['options']> = {
  schema: z.object({ isSplit: z.boolean().default(false) }),
  texts: {
    en: { isSplit: { label: 'A page for each main heading' } },
    'zh-cn': { isSplit: { label: '每个主标题生成一个页面' } },
  },
}
