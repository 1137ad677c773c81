import { z } from 'zod'
import { line, text } from '#core/plugin.ts'

/** A person's values for calls, by name; they are only sent to hosts this person has approved. */
export const Environment = z.object({
  name: line(100).min(1),
  variables: z.array(z.object({ name: line(100).min(1), value: text(4_000) })).max(50),
  /** E.g. `api.example.org:8080`, or `http://api.example.org` without TLS. */
  hosts: z.array(text(300)).max(100),
})
export const MOST_ENVIRONMENTS = 20
export const Environments = z.array(Environment).max(MOST_ENVIRONMENTS)
export type Environment = z.output<typeof Environment>
