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
  }),
)
