import type { Collection, Context } from '#core/plugin.ts'
import { isPattern } from './path-pattern.ts'

/** '' for any. */
export const METHODS = ['', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

/** The mock of a page's API. Belongs to its page; one per page. */
export interface MockRule {
  /** With a leading slash, without a query; a pattern has a tilde instead, as `~^/orders/[0-9]+$`. */
  readonly path: string
  /** Absent otherwise: rules are found by it. */
  readonly isPattern?: true
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

/** The former addresses of mocks from other systems, by their keys. Belong to the page, and end with the key. */
export const keysIn = ({ store }: Holder): Collection<object> => store.documents.collection('mock.key')

/** As kept: a pattern as it is, anything else as a path. */
export const keptPath = (typed: string): Pick<MockRule, 'path' | 'isPattern'> =>
  isPattern(typed) ? { path: typed, isPattern: true } : { path: pathOf(typed) }

/** Normalised: with a leading slash, without `?` or `#` and what follows. */
export function pathOf(typed: string): string {
  const [path = ''] = typed.trim().split(/[?#]/, 1)
  return path.startsWith('/') ? path : `/${path}`
}
