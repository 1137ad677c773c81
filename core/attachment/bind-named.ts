import type { Follower } from '../handlers.ts'
import { tokensIn } from './attachment.ts'
import { enqueueSweep } from './sweep.ts'

/**
 * A saved page uses the files its text refers to, if they belong to the person who saved it: from then on the page's
 * readers may fetch them (D54). Other people's files are only recorded if the page uses them already, so that they stay
 * available in the text when they are detached: referring to an address must not open a file to anybody.
 */
export const bindNamedFiles: Follower = async ({ store, services }, facts) => {
  for (const [name, fact] of facts) {
    if (name !== 'page.saved') continue
    const tokens = tokensIn(fact.page.content)
    if (tokens.length > 0) await store.attachments.bindNamed(fact.page.id, fact.actorId, tokens, services.clock.now())
  }
}

/** Deleting an item for good deletes its pages, and with them the files that only they used. */
export const sweepAfterItems: Follower = async ({ store }, facts) => {
  if (facts.some(([name]) => name === 'item.purged')) await enqueueSweep(store)
}
