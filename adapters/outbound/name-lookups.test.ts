import { expect, it } from 'vitest'
import { NameLookups } from './name-lookups.ts'

const unending = new AbortController().signal

/** Lookups that end when the test says so. */
function heldLookups() {
  const asked: string[] = []
  const ends = new Map<string, (addresses: readonly string[]) => void>()
  const lookups = new NameLookups((name) => {
    asked.push(name)
    return new Promise((resolve) => ends.set(name, resolve))
  })
  return { lookups, asked, end: (name: string) => ends.get(name)?.(['192.0.2.1']) }
}

it('[threats S1] performs at most two lookups at a time, even when nobody waits for them any more', async () => {
  const { lookups, asked, end } = heldLookups()
  const leaving = new AbortController()
  const left = Array.from({ length: 60 }, (_, at) => lookups.addressesOf(`n${at}.test`, leaving.signal))
  leaving.abort()
  const outcomes = await Promise.allSettled(left)
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)

  const waiting = lookups.addressesOf('api.test', unending)
  await new Promise(setImmediate)
  expect(asked).toEqual(['n0.test', 'n1.test'])

  end('n1.test')
  await expect.poll(() => asked).toEqual(['n0.test', 'n1.test', 'api.test'])
  end('api.test')
  expect(await waiting).toEqual(['192.0.2.1'])
})

it('looks up a name once for concurrent requests, and again afterwards', async () => {
  const { lookups, asked, end } = heldLookups()
  const both = [lookups.addressesOf('api.test', unending), lookups.addressesOf('api.test', unending)]
  end('api.test')
  expect(await Promise.all(both)).toEqual([['192.0.2.1'], ['192.0.2.1']])

  const again = lookups.addressesOf('api.test', unending)
  end('api.test')
  await again

  expect(asked).toEqual(['api.test', 'api.test'])
})

it('continues after a name that cannot be resolved', async () => {
  const lookups = new NameLookups((name) =>
    name === 'gone.test' ? Promise.reject(new Error('gone')) : Promise.resolve([]),
  )
  for (let times = 0; times < 3; times += 1)
    await expect(lookups.addressesOf('gone.test', unending)).rejects.toThrow('gone')

  expect(await lookups.addressesOf('api.test', unending)).toEqual([])
})
