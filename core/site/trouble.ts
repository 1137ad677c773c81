import type { HandlerContext } from '../context.ts'
import { extensionPoint } from '../extension.ts'

/** What administrators have to hear of although they have not asked. */
export interface SiteTrouble {
  readonly kind: 'backupFailed'
  /** In English, for operators. */
  readonly problem: string
}

/** Tells administrators; done in the transaction in which the trouble is noted. */
export type TroubleTeller = (ctx: HandlerContext, trouble: SiteTrouble) => Promise<void>
export const troubleTellers = extensionPoint<TroubleTeller>('troubleTellers')

export async function tellOfTrouble(ctx: HandlerContext, trouble: SiteTrouble): Promise<void> {
  for (const tell of ctx.services.extensions(troubleTellers)) await tell(ctx, trouble)
}
