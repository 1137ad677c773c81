import { jobsIn } from '../access/facts.ts'
import { z } from 'zod'
import type { HandlerContext, Services } from '../context.ts'
import { DomainError, PASSING } from '../errors.ts'
import { extensionPoint } from '../extension.ts'
import type { Database } from '../ports/store.ts'

const InBothLanguages = z.object({ en: z.string(), 'zh-cn': z.string() })

const SiteTrouble = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('backupFailed'),
    /** In English, for operators. */
    problem: z.string(),
  }),
  /** A plugin found it, and says it in its own words. */
  z.object({ kind: z.literal('ofPlugin'), title: InBothLanguages, content: InBothLanguages }),
])
/** Events administrators must be notified of. */
export type SiteTrouble = Readonly<z.output<typeof SiteTrouble>>

/** Notifies administrators, in a transaction of its own after the one that records the trouble. */
export type TroubleTeller = (ctx: HandlerContext, trouble: SiteTrouble) => Promise<void>
export const troubleTellers = extensionPoint<TroubleTeller>('troubleTellers')

export const TROUBLE_JOB = 'site.tellOfTrouble'

/** Has administrators notified after the commit of the current transaction, also after a crash. */
export const tellOfTrouble = ({ store }: Pick<HandlerContext, 'store'>, trouble: SiteTrouble): Promise<void> =>
  jobsIn(store).enqueue(TROUBLE_JOB, trouble)

/**
 * Runs that job. A failing plugin undoes neither the record of the trouble nor what others have told.
 * @throws DomainError when nobody was told, for a reason that passes: then the job tries again
 */
export async function passTroubleOn(
  { database, services }: { readonly database: Database; readonly services: Services },
  payload: unknown,
): Promise<void> {
  const trouble = SiteTrouble.parse(payload)
  let isTold = false
  let hindrance: DomainError | null = null
  for (const tell of services.extensions(troubleTellers))
    try {
      await database.transaction((store) => tell({ store, services }, structuredClone(trouble)))
      isTold = true
    } catch (error) {
      services.log.error('a plugin cannot tell of trouble', error)
      if (error instanceof DomainError && PASSING.has(error.kind)) hindrance ??= error
    }
  // Otherwise somebody would be told twice.
  if (!isTold && hindrance !== null) throw hindrance
}
