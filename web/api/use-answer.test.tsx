// @vitest-environment jsdom
import { act, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mounted, Refused, until } from '#tests/support/mounted.tsx'
import { hideToast, shownToasts } from '../parts/toast-store.ts'
import type { KnownAnswer } from '../session/boot.ts'
import { refusalOf } from './errors.ts'
import { useAnswer, useLastAnswer } from './use-answer.ts'
import { useLateApi } from './use-late-api.ts'

let isReachable = true
vi.mock(import('./api-client.ts'), async (original) => {
  const module = await original()
  return {
    ...module,
    createApiClient: (...given) => {
      if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module')
      return module.createApiClient(...given)
    },
  }
})

const HALF_A_MINUTE_MS = 31_000
const document7: readonly KnownAnswer[] = [
  { operation: ['page', 'view'], input: { pageId: 7 }, answer: { pageTitle: 'Refunds' } },
]

/** A reader's screen, which shows one page and can go to another. */
function Screen() {
  const [pageId, setPageId] = useState(7)
  const view = useLastAnswer(useAnswer('page', 'view', { pageId }, { isEnabled: pageId > 0 }))
  const late = useLateApi()
  const title = view.error ? (refusalOf(view.error)?.kind ?? 'unreachable') : view.data?.pageTitle
  return (
    <>
      <h1>{view.isLoading ? 'waiting' : title}</h1>
      {[0, 7, 8, 9].map((id) => (
        <button key={id} type="button" onClick={() => setPageId(id)}>
          {id}
        </button>
      ))}
      <button type="button" onClick={() => late.prefetch('page', 'view', { pageId: 8 })}>
        hover
      </button>
      <button
        type="button"
        onClick={() => late.order('page', 'setOrder', { itemId: 3, pages: { 7: 1 } }, { outdates: ['page', 'view'] })}
      >
        sort
      </button>
      <button type="button" onClick={view.refetch}>
        again
      </button>
    </>
  )
}

interface Served {
  readonly titles?: Readonly<Record<number, () => string | Promise<string>>>
  readonly setOrder?: () => unknown
  readonly known?: readonly KnownAnswer[]
}

/** The screen, and what it asked the server for. */
async function opened({ titles = {}, setOrder = () => ({}), known = document7 }: Served = {}) {
  const asked: number[] = []
  const answers = {
    'page.view': async ({ pageId }: { readonly pageId: number }) => {
      asked.push(pageId)
      return { pageTitle: (await titles[pageId]?.()) ?? `page ${pageId}` }
    },
    'page.setOrder': setOrder,
  }
  const screen = await mounted(<Screen />, answers, known)
  const button = (text: string) => [...screen.place.querySelectorAll('button')].find((one) => one.textContent === text)
  return {
    asked,
    hasClient: screen.hasClient,
    shown: () => screen.place.querySelector('h1')?.textContent,
    press: (text: string) => act(async () => button(text)?.click()),
  }
}

afterEach(() => {
  isReachable = true
  vi.useRealTimers()
  for (const { id } of shownToasts()) hideToast(id)
})

describe('what the document holds', () => {
  it('is shown without the client and without a question', async () => {
    const { shown, asked, hasClient } = await opened()

    expect([shown(), asked, hasClient()]).toEqual(['Refunds', [], false])
  })

  it('is not asked for again when the client comes, however old it is by then', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { shown, asked, hasClient, press } = await opened()
    vi.setSystemTime(Date.now() + HALF_A_MINUTE_MS)

    await press('hover')
    await until(() => asked.length > 0)

    expect([hasClient(), shown(), asked]).toEqual([true, 'Refunds', [8]])
  })

  it('is asked for again by who comes back to it when it has become old', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { shown, asked, press } = await opened({ titles: { 7: () => 'Refunds, second edition' } })
    await press('8')
    await until(() => shown() === 'page 8')
    vi.setSystemTime(Date.now() + HALF_A_MINUTE_MS)

    await press('7')
    expect(shown()).toBe('Refunds')
    await until(() => shown() === 'Refunds, second edition')

    expect(asked).toEqual([8, 7])
  })

  it('is not asked for again by who comes back at once', async () => {
    const { shown, asked, press } = await opened()
    await press('8')
    await until(() => shown() === 'page 8')

    await press('7')

    expect([shown(), asked]).toEqual(['Refunds', [8]])
  })
})

describe('what the document does not hold', () => {
  it('is asked for at once, with the client', async () => {
    const { shown, asked } = await opened({ known: [] })
    await until(() => shown() === 'page 7')

    expect(asked).toEqual([7])
  })

  it('leaves the answer before on screen until it comes, also while the client itself is on its way', async () => {
    let come = (_title: string) => {}
    const { shown, asked, press } = await opened({
      titles: { 8: () => new Promise<string>((resolve) => (come = resolve)) },
    })

    await press('8')
    expect(shown()).toBe('Refunds')
    await until(() => asked.length > 0)
    expect(shown()).toBe('Refunds')
    await act(async () => come('Charges'))
    await until(() => shown() === 'Charges')
  })

  it('is asked once when it was asked for before it is wanted', async () => {
    const { shown, asked, press } = await opened()
    await press('hover')
    await until(() => asked.length > 0)

    await press('8')
    await until(() => shown() === 'page 8')

    expect(asked).toEqual([8])
  })

  it('is refused to the screen alone, which may ask again', async () => {
    let isClosed = true
    const { shown, press } = await opened({
      titles: {
        8() {
          if (isClosed) throw new Refused('itemClosed')
          return 'Charges'
        },
      },
    })
    await press('8')
    await until(() => shown() === 'itemClosed')
    expect(shownToasts()).toEqual([])

    isClosed = false
    await press('again')
    await until(() => shown() === 'Charges')
  })

  it('is looked for in a new document when not even the client could be had', async () => {
    const reload = vi.fn<() => void>()
    vi.stubGlobal('location', { origin: location.origin, reload })
    isReachable = false
    const { shown, asked, press } = await opened()
    await press('8')
    await until(() => shown() === 'unreachable')
    expect(reload).not.toHaveBeenCalled()

    await press('again')

    expect([reload.mock.calls.length, asked]).toEqual([1, []])
  })

  it('is not asked for as long as it is not enabled', async () => {
    const { shown, asked, press } = await opened()
    await press('0')

    expect([shown(), asked]).toEqual(['', []])
  })
})

describe('what is ordered before the client is there', () => {
  it('is done, and what it changes is asked for again', async () => {
    const { shown, asked, press } = await opened({ titles: { 7: () => 'Refunds, moved' } })
    await press('sort')
    await until(() => shown() === 'Refunds, moved')

    expect(asked).toEqual([7])
  })

  it('is told to the person when it is refused, and shown as it is on the server', async () => {
    const { asked, press } = await opened({
      setOrder() {
        throw new Refused('notAllowed')
      },
    })
    await press('sort')
    await until(() => shownToasts().length > 0 && asked.length > 0)

    expect(shownToasts().map(({ text }) => text)).toEqual(['refused: notAllowed'])
    expect(asked).toEqual([7])
  })
})
