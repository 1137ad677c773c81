import { expect, it } from 'vitest'
import { readHere } from '../testing/read-here.ts'
import { readOpenApi } from './openapi-reader.ts'

it('a field shows all values that it may have, and where something is cut', async () => {
  const codes = Array.from({ length: 249 }, (_, at) => `C${at}`)
  const parameters = Object.entries({
    country: { enum: codes },
    described: { enum: codes.slice(0, 3), description: 'd'.repeat(3_000) },
    many: { enum: Array.from({ length: 5_000 }, (_, at) => `value ${at}`) },
    more: { enum: Array.from({ length: 1_001 }, () => 1) },
  }).map(([name, schema]) => ({ name, in: 'query', schema }))

  const paths = { '/pets': { get: { parameters, responses: {} } } }
  const { pages } = await readHere(readOpenApi, 'api.json', JSON.stringify({ openapi: '3.1.0', paths }))

  const { query } = JSON.parse(pages[0]?.content ?? '{}').request
  const [country, described, many, more] = query.map(({ remark }: { remark: string }) => remark)
  expect(country).toBe(`enum: ${codes.join(', ')}`)
  expect(described).toMatch(/^d+…\nenum: C0, C1, C2$/)
  expect(many).toMatch(/^enum: value 0, .*…$/)
  expect(many.length).toBeLessThanOrEqual(2_000)
  expect(more).toMatch(/…$/)
  expect([described, many, more].map(({ length }) => length > 2_000)).toEqual([false, false, false])
})
