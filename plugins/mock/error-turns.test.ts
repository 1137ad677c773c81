import { describe, expect, it } from 'vitest'
import { ErrorTurns } from './error-turns.ts'

const made = (rate: number, requests: readonly string[]): readonly boolean[] => {
  const turns = new ErrorTurns()
  return requests.map((request) => turns.isError(rate, request))
}
const same = (count: number): readonly string[] => Array.from({ length: count }, () => 'GET /orders?page=1')
const errorsOf = (outcomes: readonly boolean[]): number => outcomes.filter(Boolean).length

describe('errors of a mock', () => {
  it('come as often as ordered, for one request made again and for different ones', () => {
    const others = Array.from({ length: 2_000 }, (_, page) => `GET /orders?page=${page}`)

    for (const requests of [same(2_000), others]) {
      expect(errorsOf(made(0, requests))).toBe(0)
      expect(errorsOf(made(30, requests))).toBeGreaterThan(500)
      expect(errorsOf(made(30, requests))).toBeLessThan(700)
      expect(errorsOf(made(100, requests))).toBe(2_000)
    }
  })

  it('come again at the same places when the same requests are made again', () => {
    const requests = [...same(50), 'POST /orders?', ...same(50)]

    expect(made(50, requests)).toEqual(made(50, requests))
    expect(new Set(made(50, requests)).size).toBe(2)
  })

  it('of requests that are too many to be counted still come', () => {
    const requests = Array.from({ length: 25_000 }, (_, at) => `GET /${at % 12_000}?`)

    expect(errorsOf(made(50, requests))).toBeGreaterThan(12_000)
  })
})
