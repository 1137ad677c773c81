import type { HandlerContext } from '../context.ts'
import { extensionPoint } from '../extension.ts'

/** Events administrators must be notified of. */
export interface SiteTrouble {
  readonly kind: 'backupFailed'
  /** In English, for operators. */
  readonly problem: string
}

/** Notifies administrators; called in the transaction that records the trouble. */
export type TroubleTeller = (ctx: HandlerContext, trouble: SiteTrouble) => Promise<void>
export const troubleTellers = extensionPoint<TroubleTeller>('troubleTellers')

export async function tellOfTrouble(ctx: HandlerContext, trouble: SiteTrouble): Promise<void> {
  for (const tell of ctx.services.extensions(troubleTellers)) await tell(ctx, trouble)
}
