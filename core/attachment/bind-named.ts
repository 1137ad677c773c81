import type { Follower } from '../handlers.ts'
import { tokensIn } from './attachment.ts'
import { enqueueSweep } from './sweep.ts'

/**
 * A saved page uses the files its text names, as far as they are the saver's: from then on its readers may fetch them
 * (D54). Of the files of others only those the page uses already are taken note of, so that they stay in the text when
 * they are taken off the attachments: naming an address must not open it to anybody.
 */
export const bindNamedFiles: Follower = async ({ store, services }, facts) => {
  for (const [name, fact] of facts) {
    if (name !== 'page.saved') continue
    const tokens = tokensIn(fact.page.content)
    if (tokens.length > 0) await store.attachments.bindNamed(fact.page.id, fact.actorId, tokens, services.clock.now())
  }
}

/** With an item that is deleted for good go its pages, and with them the files that only they used. */
export const sweepAfterItems: Follower = async ({ store }, facts) => {
  if (facts.some(([name]) => name === 'item.purged')) await enqueueSweep(store)
}
