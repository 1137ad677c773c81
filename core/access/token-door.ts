import type { Program, Token } from '../actor.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'

export interface ProgramContext extends CommandContext {
  readonly actor: Program
}

/**
 * The caller as the program whose token was given, with concurrent changes of the token's item blocked until the end of
 * the transaction. The token is looked up again after the wait: one that was reset meanwhile is refused. As for
 * everybody, the other doors decide what the program may do.
 * @param find looks up the token; null when it is unknown or no longer valid
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

/** A program that reads in an item, for callers that have verified the key themselves. */
export const readerOf = (itemId: number): Program => ({ kind: 'token', itemId, scopes: ['read'], onBehalfOf: null })
