import { rememberKinds } from '#core/page/known-kinds.ts'
import { pageKinds, type PageKind, type Plugin } from '#core/plugin.ts'
import type { KnownKind, KnownKinds } from '#core/ports/page-kinds.ts'
import type { Store } from '#core/ports/store.ts'

/** The page kinds that plugins have added to this site, as of the start. */
export class RememberedKinds implements KnownKinds {
  #kinds: readonly KnownKind[] = []

  list(): readonly KnownKind[] {
    return this.#kinds
  }

  /** Adds those of the plugins that started now. */
  async start(store: Pick<Store, 'settings'>, plugins: readonly Plugin[]): Promise<void> {
    this.#kinds = await rememberKinds(store, plugins.flatMap(kindsOf))
  }
}

function kindsOf({ id, contributes = [], messages }: Plugin): readonly KnownKind[] {
  const named = (name: unknown): string => (typeof name === 'string' ? name : id)
  const plugin = { en: named(messages?.en['name']), 'zh-cn': named(messages?.['zh-cn']['name']) }
  const kinds = contributes.flatMap(({ point, value }) => (point.id === pageKinds.id ? [value as PageKind] : []))
  return kinds.map((kind) => ({ id: kind.id, itemTypes: kind.itemTypes, plugin }))
}
