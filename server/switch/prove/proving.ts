import { languageAtFirst } from '../../config.ts'
import { sessionWithoutBrowser } from '#core/account/session-without-browser.ts'
import { perform, type Caller } from '#core/perform.ts'
import type { ComposedApplication } from '../../application.ts'
import type { Carried } from '../carry.ts'
import type { OpenedShowdoc } from '../look.ts'

/** What is compared, in both places. */
export interface Proving {
  readonly showdoc: OpenedShowdoc
  readonly carried: Carried
  readonly application: ComposedApplication
  /** Ids of items that are deleted here or there: what people see of them is not compared. */
  readonly closed: ReadonlySet<number>
}

/** The caller for operations, as for people's requests. */
export const callerOf = (
  { config }: ComposedApplication,
  { id, isAdmin }: { readonly id: number; readonly isAdmin: boolean },
): Caller => ({
  actor: { kind: 'user', id, isAdmin },
  session: sessionWithoutBrowser({ requestId: '', language: languageAtFirst(config) }),
})

/** The result of an operation of the product. @throws DomainError as it does */
export async function answerOf(
  { product }: ComposedApplication,
  name: string,
  caller: Caller,
  input: object,
): Promise<unknown> {
  const [group = '', own = ''] = name.split('.')
  const operation = product.operations[group]?.[own]
  if (!operation) throw new Error(`there is no operation ${name}`)
  return perform(product, operation, caller, input)
}
