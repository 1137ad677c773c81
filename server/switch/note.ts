import { z } from 'zod'
import type { Store } from '#core/ports/store.ts'
import { readSettings, settingsSection } from '#core/settings.ts'
import { UnusableData } from '../unusable-data.ts'
import { SHOWDOC_LINKS } from '#core/ports/showdoc-moves.ts'

const values = z.record(z.string(), z.union([z.string(), z.number()])).optional()
const findings = z
  .array(z.object({ table: z.string(), id: z.union([z.number(), z.string()]), reason: z.string(), values }))
  .default([])

const Source = z.object({
  /** Distinguishes its rows from those of other sources. */
  number: z.number(),
  /** Texts for all items that it ever had, as far as it is known, by which it is recognised. */
  marks: z.array(z.string()),
  /** Used for times that ShowDoc does not know. */
  begunAt: z.string(),
  /** Whether the site was empty before, so that its settings became those of the site. */
  isOwnSite: z.boolean(),
  /** Whether the last import that was started is complete. */
  isDone: z.boolean(),
  /** Whether a running server started it, so that people work here meanwhile. */
  isBesideServers: z.boolean().default(false),
  /** Whether its settings and what belongs to people were imported, which happens once. */
  hasSettings: z.boolean(),
  /** What to do with links inside its pages, as chosen at first. */
  links: z.enum(SHOWDOC_LINKS).default('keep'),
  /** Hosts under which it was reachable, as far as links name them. */
  hosts: z.array(z.string()).default([]),
  /** The one of these that was entered explicitly; null for none, missing where an older version noted the source. */
  host: z.string().nullable().optional(),
  /**
   * Marks of its settings that came, as they were there and came here, by their names there; missing where an older
   * version brought them.
   */
  settings: z.record(z.string(), z.object({ there: z.string(), here: z.string() })).optional(),
  /**
   * By which a copy is recognised that is older than the last one that came: the largest numbers of tables, and of each
   * the row that changed last. Missing where an older version noted the source.
   */
  age: z
    .object({
      numbers: z.record(z.string(), z.number()),
      latest: z.record(z.string(), z.object({ id: z.number(), time: z.number() })),
    })
    .optional(),
  /** Settings that were left behind, which later runs cannot determine again. */
  left: findings,
  /** The same for settings that were imported in another form. */
  changed: findings,
})
export type NotedSource = z.output<typeof Source>

/** Written before anything else, so that a restarted command knows what it finds. */
export const switchNote = settingsSection('switch', z.object({ sources: z.array(Source).default([]) }))

/** @throws UnusableData when the command has started importing a ShowDoc here, and has not finished */
export async function assertNotSwitching(store: Pick<Store, 'settings'>): Promise<void> {
  const { sources } = await readSettings(store, switchNote)
  if (sources.every(({ isDone, isBesideServers }) => isDone || isBesideServers)) return
  throw new UnusableData([
    'a ShowDoc was begun to be carried into this Octavo, and not all of it has come.',
    'Run the same `npm run switch` again: it goes on.',
  ])
}
