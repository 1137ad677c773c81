import { allKnownKinds, rememberKinds } from '#core/page/known-kinds.ts'
import type { Plugin } from '#core/plugin.ts'
import type { KnownKind, KnownKinds } from '#core/ports/page-kinds.ts'
import type { Store } from '#core/ports/store.ts'
import { kindsOf, saidOf } from './plugin-registry.ts'

/** The page kinds that plugins have added to this site, here or on another server with the same database. */
export class RememberedKinds implements KnownKinds {
  #kinds: readonly KnownKind[] = []

  list(): readonly KnownKind[] {
    return this.#kinds
  }

  /** Adds those of the plugins that started now. */
  async start(store: Pick<Store, 'settings'>, plugins: readonly Plugin[]): Promise<void> {
    this.#kinds = await rememberKinds(store, plugins.flatMap(knownKindsOf))
  }

  /** Learns what servers that started later have brought. */
  async look(store: Pick<Store, 'settings'>): Promise<void> {
    this.#kinds = await allKnownKinds(store)
  }
}

const knownKindsOf = (plugin: Plugin): readonly KnownKind[] =>
  kindsOf(plugin).map(({ id, itemTypes }) => ({ id, itemTypes, plugin: saidOf(plugin).name }))
