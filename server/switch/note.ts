import { z } from 'zod'
import type { Store } from '#core/ports/store.ts'
import { readSettings, settingsSection } from '#core/settings.ts'
import { UnusableData } from '../unusable-data.ts'
import { SHOWDOC_LINKS } from '#core/ports/showdoc-moves.ts'

const findings = z
  .array(z.object({ table: z.string(), id: z.union([z.number(), z.string()]), reason: z.string() }))
  .default([])

const Source = z.object({
  /** Tells its rows from those of other sources. */
  number: z.number(),
  /** Words for its items, by which it is known again. */
  marks: z.array(z.string()),
  /** Stands for the times that ShowDoc does not know. */
  begunAt: z.string(),
  /** Whether there was nothing here before, so that its settings became those of the site. */
  isOwnSite: z.boolean(),
  /** Whether what was begun last has come whole. */
  isDone: z.boolean(),
  /** Whether a running server began it, so that people work here meanwhile. */
  isBesideServers: z.boolean().default(false),
  /** Whether its settings and what belongs to people came, which are carried once. */
  hasSettings: z.boolean(),
  /** What becomes of links within its pages, as it was chosen at first. */
  links: z.enum(SHOWDOC_LINKS).default('keep'),
  /** Hosts under which it was reached, as far as links name them. */
  hosts: z.array(z.string()).default([]),
  /** What stayed behind of the settings, which no other run finds out again. */
  left: findings,
  /** The same of what came along in another form. */
  changed: findings,
})
export type NotedSource = z.output<typeof Source>

/** Written before anything else, so that a command that is started again knows what it finds. */
export const switchNote = settingsSection('switch', z.object({ sources: z.array(Source).default([]) }))

/** @throws UnusableData when a ShowDoc was begun to be carried here by the command, and not all of it has come */
export async function assertNotSwitching(store: Pick<Store, 'settings'>): Promise<void> {
  const { sources } = await readSettings(store, switchNote)
  if (sources.every(({ isDone, isBesideServers }) => isDone || isBesideServers)) return
  throw new UnusableData([
    'a ShowDoc was begun to be carried into this Octavo, and not all of it has come.',
    'Run the same `npm run switch` again: it goes on.',
  ])
}
