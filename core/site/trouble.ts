import type { HandlerContext } from '../context.ts'
import { extensionPoint } from '../extension.ts'
import type { Language } from '../language.ts'

/** Events administrators must be notified of. */
export type SiteTrouble =
  | {
      readonly kind: 'backupFailed'
      /** In English, for operators. */
      readonly problem: string
    }
  | {
      /** A plugin found it, and says it in its own words. */
      readonly kind: 'ofPlugin'
      readonly title: Readonly<Record<Language, string>>
      readonly content: Readonly<Record<Language, string>>
    }

/** Notifies administrators; called in the transaction that records the trouble. */
export type TroubleTeller = (ctx: HandlerContext, trouble: SiteTrouble) => Promise<void>
export const troubleTellers = extensionPoint<TroubleTeller>('troubleTellers')

export async function tellOfTrouble(ctx: HandlerContext, trouble: SiteTrouble): Promise<void> {
  for (const tell of ctx.services.extensions(troubleTellers)) await tell(ctx, trouble)
}
