import type { CarriedMock, Carrier } from '#core/plugin.ts'
import { bytesOf, pathOf, ruleKey, rulesIn } from './mock-rule.ts'

/** Imports another system's mock of a page, for all methods, with its former key. */
export const carryMock: Carrier<CarriedMock> = async (
  ctx,
  { itemId, pageId, path, template, uniqueKey, authorId, at },
) => {
  if (path.startsWith('~'))
    return {
      en: 'its path is a pattern (a regular expression); a mock here answers one path',
      'zh-cn': '它的路径是正则表达式，这里的 Mock 只对应一个路径',
    }
  const answer = { template, status: 200, headers: [], delayMs: 0 }
  const rule = { path: pathOf(path), method: '', uniqueKey, answer, cases: [], errorRate: 0 } as const
  await rulesIn(ctx).put({ key: ruleKey(pageId), itemId, pageId, at, data: rule, bytes: bytesOf(rule), authorId })
  return null
}
