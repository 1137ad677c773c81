// @vitest-environment jsdom
import type { QueryClient } from '@tanstack/react-query'
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
