import type { NotCarried } from '#core/page/carried-parts.ts'
import type { ReasonCode, ReasonValues } from './reasons.ts'

/** The code of a reason with its values, as `Findings` take them. */
export type Told = readonly [code: ReasonCode, values?: ReasonValues]

/** What a plugin says of something that it did not take over. */
export const reasonOfPlugin = (said: NotCarried): Told => [
  'refused',
  typeof said === 'string' ? { en: said, 'zh-cn': said } : said,
]
