import { lookup } from 'node:dns/promises'
import { untilAborted } from '#core/within-time.ts'

/** The current addresses of a name. */
export type Resolver = (name: string) => Promise<readonly string[]>

/** Resolves names like every program on the machine, including its hosts file. */
export const systemResolver: Resolver = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address)

/**
 * A lookup occupies one of the four threads that also read and write files, and continues when nobody waits for it any
 * more: an unresponsive name server may occupy two of them, and no others.
 */
const MOST_AT_ONCE = 2

/** Lookups of names; concurrent requests for a name share one. */
export class NameLookups {
  readonly #resolve: Resolver
  readonly #underWay = new Map<string, Promise<readonly string[]>>()

  constructor(resolve: Resolver) {
    this.#resolve = resolve
  }

  /** @throws Error when the name cannot be resolved, or nobody waits any more */
  async addressesOf(name: string, ended: AbortSignal): Promise<readonly string[]> {
    while (!this.#underWay.has(name) && this.#underWay.size >= MOST_AT_ONCE)
      await untilAborted(ended, Promise.race([...this.#underWay.values()].map((work) => work.catch(() => undefined))))
    return untilAborted(ended, this.#underWay.get(name) ?? this.#begun(name))
  }

  #begun(name: string): Promise<readonly string[]> {
    const work = this.#resolve(name).finally(() => this.#underWay.delete(name))
    work.catch(() => undefined)
    this.#underWay.set(name, work)
    return work
  }
}
