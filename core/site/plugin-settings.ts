import { z } from 'zod'
import { settingsSection } from '../settings.ts'

/** What is remembered of plugins from one start of the server to the next. */
export const pluginsSettings = settingsSection(
  'plugins',
  z.object({
    /** Those that ran when somebody looked last, so that a change is put on record once. */
    running: z.array(z.string()).default([]),
    /** By an administrator. */
    switchedOff: z.array(z.string()).default([]),
    /** By id, so that other servers see that somebody did, also when a plugin is switched on that is on elsewhere. */
    timesSwitched: z.record(z.string(), z.number()).default({}),
  }),
)
