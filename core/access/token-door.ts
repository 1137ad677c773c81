import { verifiedProgram, type Program, type StoredToken } from '../actor.ts'
import type { CommandContext, Context, HandlerContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'

export interface ProgramContext extends CommandContext {
  readonly actor: Program
}
export interface ReadingContext extends Context {
  readonly actor: Program
}

/**
 * The caller as the program that sent this token, with concurrent changes of the token's item blocked until the end of
 * the transaction. The token is looked up again after the wait: one that was reset meanwhile is refused. As for
 * everybody, the other doors decide what the program may do.
 * @param sent the token as the program sent it
 * @param find looks up the token it should be; null when there is none
 * @throws DomainError wrongItemKey
 */
export async function actAsProgram(
  ctx: CommandContext,
  sent: string,
  find: () => Promise<StoredToken | null>,
): Promise<ProgramContext> {
  const seen = await find()
  if (!isSame(ctx, sent, seen)) throw new DomainError('wrongItemKey')
  await productStore(ctx.store).items.lock(seen.itemId)
  const token = await find()
  if (!isSame(ctx, sent, token) || token.itemId !== seen.itemId) throw new DomainError('wrongItemKey')
  const actor = verifiedProgram(token)
  return { ...ctx.actAs(actor), actor }
}

/**
 * The program that sent this token, for reading only, whatever else the token allows.
 * @param stored the tokens it may be
 * @returns null when it is none of them
 */
export function readAsProgram(
  ctx: Pick<HandlerContext, 'services'>,
  sent: string,
  stored: readonly StoredToken[],
): Program | null {
  const token = stored.find((each) => isSame(ctx, sent, each))
  return token ? verifiedProgram({ ...token, scopes: token.scopes.filter((scope) => scope === 'read') }) : null
}

/**
 * The caller of a query as the program that sent this token, for reading only, whatever else the token allows.
 * @param find looks up the token it should be; null when there is none
 * @throws DomainError wrongItemKey
 */
export async function queryAsProgram(
  ctx: Context,
  sent: string,
  find: () => Promise<StoredToken | null>,
): Promise<ReadingContext> {
  const stored = await find()
  const actor = readAsProgram(ctx, sent, stored ? [stored] : [])
  if (!actor) throw new DomainError('wrongItemKey')
  return { ...ctx.actAs(actor), actor }
}

/** Takes as long for a token that is not stored. */
function isSame(
  { services: { keys, seals } }: Pick<HandlerContext, 'services'>,
  sent: string,
  token: StoredToken | null,
): token is StoredToken {
  const secret = token?.secret ?? { digest: '', purpose: 'no-token' }
  if (typeof secret === 'string') return secret !== '' && keys.equal(sent, secret)
  return keys.equal(seals.digest(sent, secret.purpose), secret.digest)
}
