import type { CarriedMock, Carrier } from '#core/plugin.ts'
import { bytesOf, keptPath, keysIn, ruleKey, rulesIn } from './mock-rule.ts'
import { isPattern, pathPattern } from './path-pattern.ts'

/** Imports another system's mock of a page, for all methods, with its former key and the address that has it. */
export const carryMock: Carrier<CarriedMock> = async (
  ctx,
  { itemId, pageId, path, template, uniqueKey, authorId, at },
) => {
  if (isPattern(path) && !pathPattern(path))
    return {
      en: 'its path is a regular expression with parts that a mock here does not follow, such as (?=…) or \\1',
      'zh-cn': '它的路径是正则表达式，其中含有这里的 Mock 不支持的写法，例如 (?=…) 或 \\1',
    }
  const answer = { template, status: 200, headers: [], delayMs: 0 }
  const rule = { ...keptPath(path), method: '', uniqueKey, answer, cases: [], errorRate: 0 } as const
  await rulesIn(ctx).put({ key: ruleKey(pageId), itemId, pageId, at, data: rule, bytes: bytesOf(rule), authorId })
  // Of two systems, the address leads to the one that came first, as other addresses do.
  if (uniqueKey !== '' && !(await keysIn(ctx).byKey(uniqueKey)))
    await keysIn(ctx).put({ key: uniqueKey, itemId, pageId, at, data: {} })
  return null
}
