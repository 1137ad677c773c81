import { z } from 'zod'
import { settingsSection } from '../settings.ts'

/** What is remembered about plugins across restarts. */
export const pluginsSettings = settingsSection(
  'plugins',
  z.object({
    /** Those running at the last check, so that a change is recorded once. */
    running: z.array(z.string()).default([]),
    /** By an administrator. */
    switchedOff: z.array(z.string()).default([]),
    /** By plugin id, so that other servers notice, also when a plugin is switched on that is running elsewhere. */
    timesSwitched: z.record(z.string(), z.number()).default({}),
  }),
)
