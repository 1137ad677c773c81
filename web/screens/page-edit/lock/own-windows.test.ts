// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetWindow, goneWindows, presentWindow } from './own-windows.ts'

/** The named locks of one browser, as all of its windows see them. */
function browserLocks() {
  const held = new Set<string>()
  return {
    /** Ends the window abruptly. */
    crash: (tab: string) => void held.delete(`octavo page_window:${tab}`),
    locks: {
      async request(name: string, work: () => Promise<void>) {
        held.add(name)
        await work()
        held.delete(name)
      },
      query: async () => ({ held: [...held].map((name) => ({ name })) }),
    },
  }
}

let browser: ReturnType<typeof browserLocks>
beforeEach(() => {
  browser = browserLocks()
  vi.stubGlobal('navigator', { locks: browser.locks })
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('the windows of a browser', () => {
  it('are closed when they crashed, and not while they are open', async () => {
    presentWindow('one', 7)
    presentWindow('two', 7)
    presentWindow('of another page', 8)

    expect(await goneWindows(7)).toEqual([])
    browser.crash('one')
    browser.crash('of another page')

    expect(await goneWindows(7)).toEqual(['one'])
    forgetWindow('one')
    expect(await goneWindows(7)).toEqual([])
  })

  it('are closed when they were left, because their release may arrive late', async () => {
    const leave = presentWindow('one', 7)

    leave()
    await Promise.resolve()

    expect(await goneWindows(7)).toEqual(['one'])
  })

  it('are forgotten after a day', async () => {
    presentWindow('one', 7)
    browser.crash('one')
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 3_600_000)

    expect(await goneWindows(7)).toEqual([])
  })

  it('are unknown where the browser has no locks or storage: then the person is asked', async () => {
    vi.stubGlobal('navigator', {})
    presentWindow('one', 7)
    expect(await goneWindows(7)).toEqual([])

    vi.stubGlobal('navigator', { locks: browser.locks })
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    presentWindow('two', 7)
    browser.crash('two')
    expect(await goneWindows(7)).toEqual([])
  })
})
