import { DomainError, type Context, type SealedDocuments } from '#core/plugin.ts'
import { mergedEnvironments } from './environment-merge.ts'
import { Environments, MOST_ENVIRONMENTS, type Environment } from './environment.ts'

interface KeptEnvironments {
  /** The list as JSON, sealed: it contains passwords and tokens. */
  readonly sealed: string
}

const COLLECTION = 'try-it.environments'
const purposeOf = (userId: number): string => `try-it:${userId}`
const environmentsIn = ({ store }: Pick<Context, 'store'>) => store.documents.collection<KeptEnvironments>(COLLECTION)

/** This person's environments. */
export async function environmentsOf(ctx: Context, userId: number): Promise<Environment[]> {
  const kept = await environmentsIn(ctx).byKey(String(userId))
  return kept ? Environments.parse(JSON.parse(ctx.services.seals.open(kept.data.sealed, purposeOf(userId)))) : []
}

/**
 * Stores these, merged with concurrent changes from this person's other windows.
 * @param before their base; null to overwrite whatever is stored
 * @throws DomainError environmentsChanged when another window set a variable to a different value; tooMany
 */
export async function keepEnvironments(
  ctx: Context,
  userId: number,
  environments: readonly Environment[],
  before: readonly Environment[] | null,
): Promise<void> {
  await ctx.store.settings.hold(`${COLLECTION}.${userId}`)
  const merged =
    before === null ? environments : mergedEnvironments(before, environments, await environmentsOf(ctx, userId))
  if (merged === null) throw new DomainError('environmentsChanged')
  if (!Environments.safeParse(merged).success) throw new DomainError('tooMany', { limit: MOST_ENVIRONMENTS })
  const sealed = ctx.services.seals.seal(JSON.stringify(merged), purposeOf(userId))
  const at = ctx.services.clock.now()
  await environmentsIn(ctx).put({ key: String(userId), userId, at, data: { sealed }, bytes: sealed.length })
}

/** Reseals them when the site key is replaced. */
export const sealedEnvironments: SealedDocuments = {
  collection: COLLECTION,
  resealed({ userId, data }, { before, after }) {
    const purpose = purposeOf(userId ?? 0)
    return { sealed: after.seal(before.open((data as KeptEnvironments).sealed, purpose), purpose) }
  },
}
