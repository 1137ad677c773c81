import { afterEach, expect, it, vi } from 'vitest'
import common from '../i18n/en/common.json' with { type: 'json' }
import { startTexts } from '../i18n/i18n.ts'
import { NotLoaded } from '../parts/attempts.ts'
import { createAnswers } from './answers.ts'

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

afterEach(() => {
  isReachable = true
})

const answers = async () => createAnswers([], await startTexts('en', { common }))

it('the client is loaded once, whoever wants it', async () => {
  const { load, client } = await answers()
  expect(client()).toBeNull()

  const clients = await Promise.all([load(), load()])

  expect(clients).toEqual([client(), client()])
})

it('a client that could not be loaded is loaded when it is wanted the next time', async () => {
  const { load, client, subscribe } = await answers()
  const told = vi.fn<() => void>()
  subscribe(told)
  isReachable = false
  await expect(load()).rejects.toThrow(NotLoaded)
  expect([client(), told.mock.calls.length]).toEqual([null, 0])

  isReachable = true
  await load()

  expect([client() === null, told.mock.calls.length]).toEqual([false, 1])
})
