import { expect, type Page, type Request } from '@playwright/test'

/** What stands in the place of something that is on its way. */
const IN_PLACE_OF = '.skeleton, .tile-skeletons, [aria-busy=true]'

/**
 * From here on sees what this page asks for. The function waits until the screen is whole: nothing is on its way any
 * more, nothing stands in the place of something, and the page has drawn all that has come. `name` is said in a failure.
 */
export function watchScreen(page: Page): (name: string) => Promise<void> {
  const underway = new Set<Request>()
  const gone = (request: Request) => underway.delete(request)
  // What a page sends when it is left is never seen to end.
  page.on('request', (request) => request.resourceType() === 'ping' || underway.add(request))
  page.on('requestfinished', gone)
  page.on('requestfailed', gone)

  return (name) =>
    expect(async () => {
      const changes = await changesUntilIdle(page)
      expect([...underway].map((request) => request.url())).toEqual([])
      expect(changes, 'changes of the page').toBe(0)
      expect(await page.locator(IN_PLACE_OF).count(), 'places that wait').toBe(0)
    }, name).toPass({ intervals: [10, 20, 50, 100, 250], timeout: 60_000 })
}

/** A browser that has nothing to draw may not say that it has nothing to do. */
const LONGEST_IDLE_MS = 250

/** How often the page changes until the browser has had nothing to do twice. */
const changesUntilIdle = (page: Page): Promise<number> =>
  page.evaluate(
    (timeout) =>
      new Promise<number>((resolve) => {
        let changes = 0
        const observer = new MutationObserver((seen) => (changes += seen.length))
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        const done = () => {
          observer.disconnect()
          resolve(changes)
        }
        requestIdleCallback(() => requestIdleCallback(done, { timeout }), { timeout })
      }),
    LONGEST_IDLE_MS,
  )
