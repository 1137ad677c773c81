import { z } from 'zod'

/** A person's values for calls, by name; they are only sent to hosts this person has approved. */
export const Environment = z.object({
  name: z.string().trim().min(1).max(100),
  variables: z.array(z.object({ name: z.string().trim().min(1).max(100), value: z.string().max(4_000) })).max(50),
  /** E.g. `api.example.org:8080`, or `http://api.example.org` without TLS. */
  hosts: z.array(z.string().max(300)).max(100),
})
export const MOST_ENVIRONMENTS = 20
export const Environments = z.array(Environment).max(MOST_ENVIRONMENTS)
export type Environment = z.output<typeof Environment>
