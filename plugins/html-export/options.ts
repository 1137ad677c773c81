import { z } from 'zod'
import type { FormatOptions } from '#core/plugin.ts'

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

export const DocumentOptions = z.object({
  withFiles: z.boolean().default(true),
  withComments: z.boolean().default(false),
  /** '' for none. */
  watermark: z.string().trim().max(60).default(''),
  /** The last day on which the document is valid, as `2026-12-31`; '' for none. */
  expiresOn: z
    .string()
    .trim()
    .max(10)
    .refine((text) => text === '' || (/^\d{4}-\d\d-\d\d$/.test(text) && isDay(text)))
    .default(''),
})
export type DocumentOptions = z.output<typeof DocumentOptions>

export const documentOptions: FormatOptions = {
  schema: DocumentOptions,
  texts: {
    en: {
      withFiles: { label: 'Include files', hint: 'Pictures in the text are always included.' },
      withComments: { label: 'Include comments', hint: 'Those that you can read, below their page.' },
      watermark: { label: 'Watermark', hint: 'A text across every page, such as a name. Empty for none.' },
      expiresOn: {
        label: 'Valid until',
        hint: 'A day as 2026-12-31. After it, readers are told to ask for a newer copy.',
      },
    },
    'zh-cn': {
      withFiles: { label: '包含附件', hint: '正文中的图片总会包含在内。' },
      withComments: { label: '包含评论', hint: '你可以查看的评论，列在各自页面下方。' },
      watermark: { label: '水印', hint: '铺在每一页上的文字，例如姓名。留空则没有水印。' },
      expiresOn: { label: '有效期至', hint: '填写日期，例如 2026-12-31。过期后会提示读者索取新版本。' },
    },
  },
}
