import type { Collection, Context } from '#core/plugin.ts'

/** Empty for any. */
export const METHODS = ['', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

/** What a page's API answers before it exists. Belongs to its page; there is one a page. */
export interface MockRule {
  /** With a slash at its beginning, without a query. */
  readonly path: string
  readonly method: (typeof METHODS)[number]
  /** Opens the answers of a private item to programs. */
  readonly uniqueKey: string
  /** What is answered when no case fits. */
  readonly answer: MockAnswer
  /** The first that fits decides. */
  readonly cases: readonly MockCase[]
  /** Of a hundred requests, how many are answered with 500 instead. */
  readonly errorRate: number
}
export interface MockAnswer {
  /** JSON as it was typed. */
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
export const ruleKey = (pageId: number): string => String(pageId)

/** As it is typed or asked for: with a slash at its beginning, without what follows `?` or `#`. */
export function pathOf(typed: string): string {
  const [path = ''] = typed.trim().split(/[?#]/, 1)
  return path.startsWith('/') ? path : `/${path}`
}
