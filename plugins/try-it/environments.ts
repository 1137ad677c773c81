import { z } from 'zod'
import type { Context, SealedDocuments } from '#core/plugin.ts'

/** What somebody has put in for calls: values by name, which go to hosts this person has agreed to and nowhere else. */
export const Environment = z.object({
  name: z.string().trim().min(1).max(100),
  variables: z.array(z.object({ name: z.string().trim().min(1).max(100), value: z.string().max(4_000) })).max(50),
  /** As `api.example.org:8080`, or `http://api.example.org` without encryption on the way. */
  hosts: z.array(z.string().max(300)).max(100),
})
export const Environments = z.array(Environment).max(20)
export type Environment = z.output<typeof Environment>

interface KeptEnvironments {
  /** The list as JSON, sealed: there are passwords and tokens in it. */
  readonly sealed: string
}

const COLLECTION = 'try-it.environments'
const purposeOf = (userId: number): string => `try-it:${userId}`
const environmentsIn = ({ store }: Pick<Context, 'store'>) => store.documents.collection<KeptEnvironments>(COLLECTION)

/** Those of this person. */
export async function environmentsOf(ctx: Context, userId: number): Promise<Environment[]> {
  const kept = await environmentsIn(ctx).byKey(String(userId))
  return kept ? Environments.parse(JSON.parse(ctx.services.seals.open(kept.data.sealed, purposeOf(userId)))) : []
}

export async function keepEnvironments(
  ctx: Context,
  userId: number,
  environments: readonly Environment[],
): Promise<void> {
  const sealed = ctx.services.seals.seal(JSON.stringify(environments), purposeOf(userId))
  const at = ctx.services.clock.now()
  await environmentsIn(ctx).put({ key: String(userId), userId, at, data: { sealed }, bytes: sealed.length })
}

/** Keeps them readable when the key of the site is changed. */
export const sealedEnvironments: SealedDocuments = {
  collection: COLLECTION,
  resealed({ userId, data }, { before, after }) {
    const purpose = purposeOf(userId ?? 0)
    return { sealed: after.seal(before.open((data as KeptEnvironments).sealed, purpose), purpose) }
  },
}
