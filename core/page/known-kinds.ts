import { z } from 'zod'
import type { KnownKind } from '../ports/page-kinds.ts'
import type { Store } from '../ports/store.ts'
import { readSettings, settingsSection, writeSettings } from '../settings.ts'

/** The kinds that plugins have added to this site: their pages stay when the plugin goes. */
const knownKinds = settingsSection(
  'pageKinds',
  z.object({
    known: z
      .array(
        z.object({
          id: z.string(),
          itemTypes: z.array(z.string()),
          plugin: z.object({ en: z.string(), 'zh-cn': z.string() }),
        }),
      )
      .default([]),
  }),
)

/** All that were ever remembered, by any server. */
export const allKnownKinds = async (store: Pick<Store, 'settings'>): Promise<readonly KnownKind[]> =>
  (await readSettings(store, knownKinds)).known

/** Remembers these kinds. @returns all that were ever remembered, as described last */
export async function rememberKinds(
  store: Pick<Store, 'settings'>,
  kinds: readonly KnownKind[],
): Promise<readonly KnownKind[]> {
  await store.settings.hold(knownKinds.id)
  const { known } = await readSettings(store, knownKinds)
  const byId = new Map<string, KnownKind>(known.map((kind) => [kind.id, kind]))
  for (const { id, itemTypes, plugin } of kinds) byId.set(id, { id, itemTypes: [...itemTypes], plugin })
  const all = [...byId.values()]
  if (JSON.stringify(all) !== JSON.stringify(known))
    await writeSettings(store, knownKinds, { known: all.map((kind) => ({ ...kind, itemTypes: [...kind.itemTypes] })) })
  return all
}
