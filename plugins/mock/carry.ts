import type { CarriedMock, Carrier } from '#core/plugin.ts'
import { bytesOf, keptPath, keysIn, ruleKey, rulesIn, type MockRule } from './mock-rule.ts'
import { isPattern, pathPattern } from './path-pattern.ts'

/**
 * Imports another system's mock of a page, for all methods, with its former key and the address that has it; of several
 * with one path the first that comes answers, as it did in ShowDoc.
 */
export const carryMock: Carrier<CarriedMock> = async (
  ctx,
  { itemId, pageId, path, template, uniqueKey, authorId, at },
) => {
  if (isPattern(path) && !pathPattern(path))
    return {
      en: 'its path is a regular expression with parts that a mock here does not follow, such as (?=…) or \\1',
      'zh-cn': '它的路径是正则表达式，其中含有这里的 Mock 不支持的写法，例如 (?=…) 或 \\1',
    }
  const key = ruleKey(pageId)
  if (await rulesIn(ctx).byKey(key))
    return { en: 'its page has a mock that was made here', 'zh-cn': '该页面在这里已有 Mock' }
  const answer = { template, status: 200, headers: [], delayMs: 0 }
  const rule = { ...keptPath(path), method: '', uniqueKey, answer, cases: [], errorRate: 0 } as const
  const belonging = { key, itemId, pageId, authorId, bytes: bytesOf(rule) }
  await rulesIn(ctx).put({ ...belonging, data: rule, at: await beforeOthers(ctx, { itemId, rule, at }) })
  // Of two systems, the address leads to the one that came first, as other addresses do.
  if (uniqueKey !== '' && !(await keysIn(ctx).byKey(uniqueKey)))
    await keysIn(ctx).put({ key: uniqueKey, itemId, pageId, at, data: {} })
  return null
}

interface Coming {
  readonly itemId: number
  readonly rule: MockRule
  readonly at: Date
}

/** Of several mocks with one path the newest answers: one that comes takes the address from none that is here. */
async function beforeOthers(ctx: Parameters<typeof rulesIn>[0], { itemId, rule: { path }, at }: Coming): Promise<Date> {
  const { list } = await rulesIn(ctx).find({ itemId, where: { path } })
  return new Date(Math.min(at.getTime(), ...list.map((other) => other.at.getTime() - 1)))
}
