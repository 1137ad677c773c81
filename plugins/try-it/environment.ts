import { z } from 'zod'

/** What somebody has put in for calls: values by name, which go to hosts this person has agreed to and nowhere else. */
export const Environment = z.object({
  name: z.string().trim().min(1).max(100),
  variables: z.array(z.object({ name: z.string().trim().min(1).max(100), value: z.string().max(4_000) })).max(50),
  /** As `api.example.org:8080`, or `http://api.example.org` without encryption on the way. */
  hosts: z.array(z.string().max(300)).max(100),
})
export const MOST_ENVIRONMENTS = 20
export const Environments = z.array(Environment).max(MOST_ENVIRONMENTS)
export type Environment = z.output<typeof Environment>
