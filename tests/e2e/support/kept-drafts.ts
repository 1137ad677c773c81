import { expect, type Page } from '@playwright/test'

// A page that still moves on cannot be asked, and `expect.poll` would not ask it again.
const PATIENCE = { timeout: 20_000 }

/** Waits until the journal of this browser has a draft with these words: what the editor says does not tell of which. */
export async function untilKept(page: Page, words: string): Promise<void> {
  const isKept = async () => expect(await draftsIn(page)).toContainEqual(expect.stringContaining(words))
  await expect(isKept).toPass(PATIENCE)
}

/** Waits until no draft in the journal of this browser has these words any more. */
export async function untilForgotten(page: Page, words: string): Promise<void> {
  const isForgotten = async () => expect(await draftsIn(page)).not.toContainEqual(expect.stringContaining(words))
  await expect(isForgotten).toPass(PATIENCE)
}

/** The texts in the journal. Until the product has made it, it cannot be opened: this must not make an empty one. */
const draftsIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('octavo-drafts')
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
        opening.addEventListener('error', () => reject(new Error('the journal cannot be opened')))
        opening.addEventListener('success', () => {
          const database = opening.result
          const reading = database.transaction('drafts').objectStore('drafts').getAll()
          reading.addEventListener('success', () => {
            database.close()
            resolve(reading.result.map(({ content }: { readonly content: string }) => content))
          })
        })
      }),
  )
