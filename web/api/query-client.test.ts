// @vitest-environment jsdom
import { MutationObserver, onlineManager, QueryObserver, type QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import common from '../i18n/en/common.json' with { type: 'json' }
import { hideToast, shownToasts } from '../parts/toast-store.ts'
import { createQueryClient } from './query-client.ts'

const assign = vi.fn<(address: string) => void>()
let client: QueryClient
beforeEach(async () => {
  vi.stubGlobal('location', { pathname: '/3/7', search: '', assign })
  client = createQueryClient(await startTexts('en', { common }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  assign.mockReset()
  for (const { id } of shownToasts()) hideToast(id)
})

const refused = (kind: string, message: string): Error => Object.assign(new Error(message), { data: { kind } })
/** Asks for something the server refuses. */
const ask = (error: Error, isQuiet = false): Promise<unknown> =>
  client.fetchQuery({
    queryKey: [error.message],
    async queryFn() {
      throw error
    },
    retry: false,
    meta: { isQuiet },
  })
const said = (): readonly string[] => shownToasts().map(({ text }) => text)

describe('what the server refuses', () => {
  it('[ERR-02] is said in its own words, and rejects for whoever asked', async () => {
    await expect(ask(refused('notFound', 'There is nothing here.'))).rejects.toThrow('There is nothing here.')

    expect(said()).toEqual(['There is nothing here.'])
    expect(assign).not.toHaveBeenCalled()
  })

  it('[ERR-02] is said for changes as for questions', async () => {
    const change = client.getMutationCache().build(client, {
      async mutationFn() {
        throw refused('notAllowed', 'You may not do this.')
      },
      retry: false,
    })

    await expect(change.execute(undefined)).rejects.toThrow('You may not do this.')

    expect(said()).toEqual(['You may not do this.'])
  })

  const change = (meta: { readonly isQuiet?: boolean | 'whileShown' }, error: Error) =>
    new MutationObserver(client, {
      meta,
      async mutationFn() {
        throw error
      },
    })

  it('is said of a change whose screen is gone by then, and lets nobody lose a text to the login', async () => {
    for (const error of [refused('notFound', 'This does not exist.'), refused('loginRequired', 'Please log in.')]) {
      const seen = change({ isQuiet: 'whileShown' }, error)
      const stay = seen.subscribe(() => undefined)
      await expect(seen.mutate()).rejects.toThrow(error)
      stay()
      const unseen = change({ isQuiet: 'whileShown' }, error)
      const leave = unseen.subscribe(() => undefined)
      const answer = unseen.mutate()
      leave()
      await expect(answer).rejects.toThrow(error)
      // Something that goes on by itself.
      const always = change({ isQuiet: true }, error)
      const left = always.subscribe(() => undefined)
      const quiet = always.mutate()
      left()
      await expect(quiet).rejects.toThrow(error)
    }

    expect(said()).toEqual(['This does not exist.', 'Please log in.'])
    expect(assign).not.toHaveBeenCalled()
  })

  it('is said of a change without a network at once: it is not made when the network is back', async () => {
    onlineManager.setOnline(false)
    try {
      await expect(change({}, new TypeError('Failed to fetch')).mutate()).rejects.toThrow('Failed to fetch')
    } finally {
      onlineManager.setOnline(true)
    }

    expect(said()).toEqual([common['error.connection']])
  })

  it('[ERR-05] leads to the login and back when nobody is logged in, and rejects', async () => {
    await expect(ask(refused('loginRequired', 'Please log in.'))).rejects.toThrow('Please log in.')

    expect(assign.mock.calls).toEqual([['/user/login?redirect=%2F3%2F7']])
    expect(said()).toEqual([])
  })

  it('[ERR-04] leads nowhere when the screen asked only whether somebody is logged in', async () => {
    await expect(ask(refused('loginRequired', 'Please log in.'), true)).rejects.toThrow('Please log in.')

    expect(assign).not.toHaveBeenCalled()
    expect(said()).toEqual([])
  })

  it('is told apart from a broken connection', async () => {
    await expect(ask(new TypeError('fetch failed'))).rejects.toThrow('fetch failed')

    expect(said()).toEqual([common['error.connection']])
  })
})

describe('[ERR-06] a question without a connection', () => {
  it('fails instead of waiting, and is asked again by itself once the connection is back', async () => {
    const asked = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue('the people')
    client.mount()
    onlineManager.setOnline(false)
    const part = new QueryObserver(client, {
      queryKey: ['people'],
      queryFn: asked,
      retry: false,
      meta: { isQuiet: true },
    })
    const leave = part.subscribe(() => undefined)
    try {
      await expect.poll(() => part.getCurrentResult().status).toBe('error')
      onlineManager.setOnline(true)
      await expect.poll(() => part.getCurrentResult().data).toBe('the people')
    } finally {
      onlineManager.setOnline(true)
      leave()
      client.unmount()
    }
  })
})
