// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { showMessage } from './shown-message.ts'
import { UnreadWatch } from './unread-watch.tsx'

const NOTHING = { remind: {}, announce: {} }
let messages = 0
/** The server's reply with a message that was not shown before. */
const unreadMessage = () => ({
  remind: {
    messageId: (messages += 1),
    fromId: 2,
    fromName: 'Olga',
    messageContent: 'v2 is out',
    status: 'unread',
    at: '2026-03-01T09:30:00.000Z',
    actionType: 'update',
    objectType: 'page',
    pageData: { itemId: 3, pageId: 4, pageTitle: 'Refunds' },
  },
  announce: {},
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Lets pending requests finish, for which a few milliseconds pass. */
async function soon(isThere: () => unknown): Promise<void> {
  for (let ms = 0; !isThere(); ms += 1) {
    if (ms > 80) throw new Error('it did not come')
    await pass(1)
  }
}

/** The watch, on a site where this is unread until it is read, or for ever; its clock is controlled by the test. */
async function watching(unread: object = NOTHING, { isForgetful = false } = {}) {
  let now = unread
  let checks = 0
  const read: unknown[] = []
  const screen = await mounted(<UnreadWatch />, {
    'message.unread': () => {
      checks += 1
      return now
    },
    'message.setRead': (input: object) => {
      read.push(input)
      if (!isForgetful) now = NOTHING
      return {}
    },
  })
  await until(() => screen.place.querySelector('.shown-message-place'))
  const message = () => screen.place.querySelector('.shown-message')
  return {
    checks: () => checks,
    read,
    message,
    pass,
    close: () => act(async () => message()?.querySelector('button')?.click()),
  }
}

/** A browser that may show notifications. */
function notifyingBrowser() {
  const shown: ToldNotification[] = []
  class ToldNotification extends EventTarget {
    static readonly permission = 'granted'
    readonly body: string
    constructor(_title: string, { body }: { readonly body: string }) {
      super()
      this.body = body
      shown.push(this)
    }
    close(): void {}
  }
  // Not implemented in jsdom.
  vi.spyOn(window, 'focus').mockReturnValue()
  vi.stubGlobal('Notification', ToldNotification)
  return shown
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(async () => {
  await act(async () => showMessage(null))
  // A pending query would delay those of the next test.
  await pass(1)
  vi.useRealTimers()
})

describe('what is unread', () => {
  it('[MSG-11] [CONST-03] [CONST-04] is checked after 2 s, and every 300 s', async () => {
    const { checks, pass } = await watching()

    await pass(1_990)
    expect(checks()).toBe(0)
    await pass(20)
    await soon(() => checks() === 1)
    await pass(297_800)
    expect(checks()).toBe(1)
    await pass(200)
    await soon(() => checks() === 2)
    await pass(300_000)
    await soon(() => checks() === 3)
  })

  it('[MSG-12] [CONST-05] [ERR-14] is shown in the page for 30 s when the browser shows no notifications', async () => {
    const { message, pass } = await watching(unreadMessage())
    await pass(2_010)
    await soon(message)

    expect(message()?.querySelector('a')?.textContent).toBe('Refunds')
    expect(message()?.querySelector('a')?.getAttribute('href')).toBe('/3/4')
    await pass(29_800)
    expect(message()).not.toBeNull()
    await pass(300)
    expect(message()).toBeNull()
  })

  it('[MSG-12] is shown by the browser instead, if permitted, and links to the page', async () => {
    const shown = notifyingBrowser()
    const { message, pass } = await watching(unreadMessage())
    await pass(2_010)
    await soon(() => shown.length > 0)

    expect(shown.map(({ body }) => body)).toEqual(['v2 is out'])
    expect(message()).toBeNull()
    await act(async () => void shown[0]?.dispatchEvent(new Event('click')))
    expect(location.pathname).toBe('/3/4')
  })

  it('[MSG-13] [CONST-06] is marked as read 2 s after it was shown', async () => {
    const unread = unreadMessage()
    const { checks, message, read, pass } = await watching(unread)
    await pass(2_010)
    await soon(message)

    await pass(1_800)
    expect(read).toEqual([])
    await pass(300)
    // The next message is requested immediately after it was read.
    await soon(() => checks() === 2)

    const { messageId, at } = unread.remind
    expect(read).toEqual([{ messageId, fromId: 2, shownAt: Date.parse(at) }])
    expect(message()).not.toBeNull()
  })

  it('[MSG-13] is marked as read immediately when it is closed', async () => {
    const { checks, message, read, pass, close } = await watching(unreadMessage())
    await pass(2_010)
    await soon(message)

    await close()
    await soon(() => checks() === 2)

    expect(read).toHaveLength(1)
    expect(message()).toBeNull()
  })

  it('is shown once, however often it is checked', async () => {
    const shown = notifyingBrowser()
    const { checks, pass } = await watching(unreadMessage(), { isForgetful: true })
    await pass(2_010)
    await soon(() => shown.length > 0)
    await pass(2_000)
    await soon(() => checks() === 2)
    await pass(300_000)
    await soon(() => checks() === 3)

    expect(shown).toHaveLength(1)
  })

  it('shows an announcement without markdown syntax', async () => {
    const shown = notifyingBrowser()
    const { pass } = await watching({
      remind: {},
      announce: {
        ...unreadMessage().remind,
        messageContent: '## Maintenance\n\nOn **Sunday** the [server](/7/8) rests.',
      },
    })
    await pass(2_010)
    await soon(() => shown.length > 0)

    expect(shown.map(({ body }) => body.replaceAll(/\s+/g, ' '))).toEqual(['Maintenance On Sunday the server rests.'])
  })

  it('stays unread in a hidden window until the person returns', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const { checks, message, read, pass } = await watching(unreadMessage())
    await pass(2_010)
    await soon(() => checks() === 1)
    await pass(200_000)
    expect([message(), read]).toEqual([null, []])

    visibility.mockReturnValue('visible')
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    await soon(message)

    expect(message()?.textContent).toContain('Refunds')
    await pass(2_010)
    await soon(() => read.length === 1)
  })
})
