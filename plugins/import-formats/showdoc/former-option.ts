import { z } from 'zod'
import type { ImportFormat } from '#core/plugin.ts'

/** Where the ShowDoc was: its exports do not say. */
export const formerOption: NonNullable<ImportFormat['options']> = {
  schema: z.object({ former: z.string().trim().max(200).default('') }),
  texts: {
    en: {
      former: {
        label: 'Address of the former ShowDoc',
        hint: 'Links with this address that lead to pages of the file will lead to the pages here. Links to other sites stay as they are.',
      },
    },
    'zh-cn': {
      former: {
        label: '原 ShowDoc 的地址',
        hint: '带有此地址、指向文件中页面的链接，将改为指向这里的页面；指向其他网站的链接保持不变。',
      },
    },
  },
}

/** The host of an address as people type it, in lower case; null without one. */
export function hostOf(typed: unknown): string | null {
  const address = typeof typed === 'string' ? typed.trim() : ''
  const whole = /^https?:\/\//i.test(address) ? address : `http://${address}`
  return address !== '' && URL.canParse(whole) ? new URL(whole).host : null
}
