import { perform, type Product } from '../perform.ts'
import { sessionWithoutBrowser } from '../account/session-without-browser.ts'
import { followWord } from './vouched-teams.ts'

/** Runs the job that updates somebody's team memberships, without a caller. */
export async function followWordOf(product: Product, payload: object): Promise<void> {
  const session = sessionWithoutBrowser({ requestId: followWord.name, language: 'en' })
  await perform(product, followWord, { actor: { kind: 'visitor' }, session }, payload)
}
