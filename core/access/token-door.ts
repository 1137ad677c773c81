import type { Program, Token } from '../actor.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'

export interface ProgramContext extends CommandContext {
  readonly actor: Program
}

/**
 * The caller as the program whose token was shown, with other changes of the token's item held off until the end of the
 * transaction. The token is looked up again after the wait: one that was reset meanwhile is refused. What the program may do
 * is decided by the other doors, as for everybody.
 * @param find looks up what was shown; null when it is no token, or none any more
 * @throws DomainError wrongItemKey
 */
export async function actAsProgram(ctx: CommandContext, find: () => Promise<Token | null>): Promise<ProgramContext> {
  const seen = await find()
  if (!seen) throw new DomainError('wrongItemKey')
  await ctx.store.items.lock(seen.itemId)
  const token = await find()
  if (token?.itemId !== seen.itemId) throw new DomainError('wrongItemKey')
  const actor: Program = { ...token, kind: 'token' }
  return { ...ctx.actAs(actor), actor }
}

/** A program that reads in an item, for whoever has shown what the caller of this has judged to be the right key. */
export const readerOf = (itemId: number): Program => ({ kind: 'token', itemId, scopes: ['read'], onBehalfOf: null })
