import type { RestClient } from '#tests/e2e/support/product.ts'

/** A running product on this machine, with an item of its administrator to attack. */
export interface Target {
  /** Without a trailing slash. */
  readonly url: string
  readonly admin: RestClient
  readonly itemId: number
  readonly processId: number
}

export interface Cost {
  /** The current cost, as text. */
  readonly now: string
  readonly isMet: boolean
}

/** One attack, in a separate file in `attacks/`. It makes a limited number of requests and ends by itself. */
export interface Attack {
  readonly name: string
  /** The cost when it was found. */
  readonly before: string
  readonly goal: string
  /** Of the product, beside that of every attack. */
  readonly environment?: Readonly<Record<string, string>>
  run(target: Target): Promise<Cost>
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** @throws Error for a product on another machine: attacks are only for one's own */
export function assertLoopback(url: string): void {
  const { hostname } = new URL(url)
  if (!LOOPBACK.has(hostname)) throw new Error(`attacks are for this machine alone, and ${hostname} is another one`)
}

export const millisecondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The longest time others wait for a small page while this is running. */
export async function longestWaitDuring(
  { url, admin, itemId }: Target,
  attack: () => Promise<unknown>,
): Promise<number> {
  const saved = await admin.call('page/save', { item_id: itemId, page_title: 'Small', page_content: '*small* one' })
  const look = () => fetch(`${url}/api/page/info?page_id=${String(saved['page_id'])}`).then((reply) => reply.text())
  const state = { isOver: false }
  let longest = 0
  const looking = (async () => {
    while (!state.isOver) longest = Math.max(longest, await millisecondsOf(look))
  })()
  await attack().finally(() => (state.isOver = true))
  await looking
  return longest
}

/** Saves a page. @returns its id */
export async function savedPage({ admin, itemId }: Target, title: string, content: string): Promise<number> {
  const saved = await admin.call('page/save', { item_id: itemId, page_title: title, page_content: content })
  return Number(saved['page_id'])
}
