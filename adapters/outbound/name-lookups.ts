import { lookup } from 'node:dns/promises'
import { untilAborted } from '#core/within-time.ts'

/** The addresses a name stands for now. */
export type Resolver = (name: string) => Promise<readonly string[]>

/** Asks as every program of the machine does, by its file of hosts as well. */
export const systemResolver: Resolver = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address)

/**
 * A lookup holds one of the four threads that also read and write files, and goes on when nobody waits for it any more: a
 * name server that says nothing may take two of them, and no others.
 */
const MOST_AT_ONCE = 2

/** Lookups of names; one that is under way is shared by all who ask for the name. */
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
