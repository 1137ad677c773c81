import type { Collection, Context } from '#core/plugin.ts'

/** '' for any. */
export const METHODS = ['', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

/** The mock of a page's API. Belongs to its page; one per page. */
export interface MockRule {
  /** With a leading slash, without a query. */
  readonly path: string
  readonly method: (typeof METHODS)[number]
  /** Gives programs access to the answers of a private item. */
  readonly uniqueKey: string
  /** The answer when no case matches. */
  readonly answer: MockAnswer
  /** The first matching case is used. */
  readonly cases: readonly MockCase[]
  /** Percentage of requests answered with 500 instead. */
  readonly errorRate: number
}
export interface MockAnswer {
  /** JSON as typed. */
  readonly template: string
  readonly status: number
  readonly headers: readonly MockHeader[]
  readonly delayMs: number
}
export interface MockHeader {
  readonly name: string
  readonly value: string
}
export interface MockCase extends MockAnswer {
  readonly in: 'query' | 'header' | 'body'
  readonly name: string
  readonly equals: string
}

type Holder = Pick<Context, 'store'>
export const rulesIn = ({ store }: Holder): Collection<MockRule> => store.documents.collection('mock.rule')
/** What a mock counts against the text quotas. */
export const bytesOf = (rule: MockRule): number => new TextEncoder().encode(JSON.stringify(rule)).length
export const ruleKey = (pageId: number): string => String(pageId)

/** Normalised: with a leading slash, without `?` or `#` and what follows. */
export function pathOf(typed: string): string {
  const [path = ''] = typed.trim().split(/[?#]/, 1)
  return path.startsWith('/') ? path : `/${path}`
}
