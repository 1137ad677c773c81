import { languageAtFirst } from '../../config.ts'
import { sessionWithoutBrowser } from '#core/account/session-without-browser.ts'
import { perform, type Caller } from '#core/perform.ts'
import type { ComposedApplication } from '../../application.ts'
import type { Carried } from '../carry.ts'
import type { OpenedShowdoc } from '../look.ts'

/** What is looked at, there and here. */
export interface Proving {
  readonly showdoc: OpenedShowdoc
  readonly carried: Carried
  readonly application: ComposedApplication
}

/** Somebody who asks the product as people do. */
export const callerOf = (
  { config }: ComposedApplication,
  { id, isAdmin }: { readonly id: number; readonly isAdmin: boolean },
): Caller => ({
  actor: { kind: 'user', id, isAdmin },
  session: sessionWithoutBrowser({ requestId: '', language: languageAtFirst(config) }),
})

/** What an operation of the product answers. @throws DomainError as it does */
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
