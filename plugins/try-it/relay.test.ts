import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { OUTBOUND_BYTES, type OpenServices } from '#core/plugin.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import plugin from './plugin.ts'
import { relayed } from './relayed-call.ts'

const operations = plugin.operations.tryIt
type Outbound = OpenServices['outbound']
type Call = Parameters<Outbound['call']>[0]

/** A remote server, and the calls it received. */
function farAway(answer: Awaited<ReturnType<Outbound['call']>>) {
  const asked: Call[] = []
  const outbound: Outbound = {
    admits: ({ hostname }) => hostname === 'api.example.org',
    async call(call) {
      asked.push(call)
      return answer
    },
  }
  return { asked, outbound }
}
const ANSWER = {
  ...{ status: 404, statusText: 'Not Found', headers: [['set-cookie', 'a=1']] as const, isCut: false },
  body: new Uint8Array([0, 60, 255]),
}
const url = 'https://api.example.org/pets?token=sesame'

it('is for those alone who are logged in and offered the calls of the page', async () => {
  const { owner, reader, visitor, addItem, addPage } = await plugWorld(plugin)
  const item = await addItem()
  const { id: pageId } = await addPage(item, { content: '{"info":{"url":"/pets"}}' })
  const prose = await addPage(item, { content: '# Hello' })
  const call = { pageId, method: 'GET', url }
  const mayRelay = { pageId, origin: 'https://api.example.org' }

  expect(await outcomeOf(visitor.do(operations.relay, call))).toBe('loginRequired')
  expect(await outcomeOf(visitor.do(operations.mayRelay, mayRelay))).toBe('loginRequired')
  expect(await outcomeOf(reader.do(operations.relay, call))).toBe('notAllowed')
  expect(await outcomeOf(owner.do(operations.relay, { ...call, pageId: prose.id }))).toBe('notAllowed')
  expect(await owner.do(operations.relay, call)).toEqual({ failure: 'notNamed', answer: null })
  expect(await owner.do(operations.mayRelay, mayRelay)).toEqual({ mayRelay: false })
  for (const wrong of ['file:///etc/passwd', 'javascript:1', '/pets', 'ftp://api.example.org'])
    expect(await outcomeOf(owner.do(operations.relay, { ...call, url: wrong })), wrong).toBe('invalidInput')
  const body = 'x'.repeat(OUTBOUND_BYTES + 1)
  expect(await outcomeOf(owner.do(operations.relay, { ...call, body }))).toBe('invalidInput')
})

it('is on record with its host, and not with its path', async () => {
  const { owner, product, addItem, addPage } = await plugWorld(plugin)
  const { id: pageId } = await addPage(await addItem(), { content: '{"info":{"url":"/pets"}}' })

  await owner.do(operations.relay, { pageId, method: 'post', url })

  const filter = { action: 'page.callRelayed', actorId: owner.id } as const
  const { list } = await product.database.audit.find(filter, { page: 1, count: 10 })
  expect(list).toMatchObject([
    {
      actorId: owner.id,
      objectKind: 'page',
      objectId: String(pageId),
      detail: 'POST https://api.example.org notNamed',
    },
  ])
  expect(JSON.stringify(list)).not.toContain('sesame')
})

it('sends what was typed, and gives the answer as data', async () => {
  const { services } = await plugWorld(plugin)
  const { asked, outbound } = farAway(ANSWER)
  const headers = [{ name: 'Content-Type', value: 'text/plain' }]

  const { failure, answer } = await relayed({ ...services, outbound }, 1, { method: 'put', url, headers, body: '密' })
  await relayed({ ...services, outbound }, 1, { method: 'POST', url, headers, form: [{ name: 'a', value: '1' }] })

  expect(failure).toBeNull()
  expect(answer).toMatchObject({ status: 404, headers: [{ name: 'set-cookie', value: 'a=1' }], body: 'ADz/' })
  expect(asked[0]).toEqual({
    ...{ method: 'PUT', url: new URL(url), headers: [['Content-Type', 'text/plain']] },
    body: new TextEncoder().encode('密'),
  })
  expect(asked[1]?.headers).toEqual([['content-type', expect.stringMatching(/^multipart\/form-data; boundary=/)]])
  expect(new TextDecoder().decode(asked[1]?.body ?? undefined)).toContain('name="a"\r\n\r\n1\r\n')
})

describe('the body of an answer that was compressed although nobody had asked for it', () => {
  const answered = async (encoding: string, body: Uint8Array, isCut = false) => {
    const { services } = await plugWorld(plugin)
    const { outbound } = farAway({ ...ANSWER, headers: [['Content-Encoding', encoding]], body, isCut })
    const { answer } = await relayed({ ...services, outbound }, 1, { method: 'GET', url, headers: [] })
    return { ...answer, bytes: Buffer.from(answer?.body ?? '', 'base64') }
  }
  const text = '{"name":"价格"}'.repeat(50)
  const long = Array.from({ length: 20_000 }, (_, at) => `${at * 7_919} `).join('')

  it.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
  ])('is shown as it was before: %s', async (encoding, body) => {
    const { bytes, isCut } = await answered(encoding, body)

    expect(bytes.toString()).toBe(text)
    expect(isCut).toBe(false)
  })

  it('ends after as much as an answer may have, however much there is', async () => {
    const { bytes, isCut } = await answered('gzip', gzipSync(Buffer.alloc(64 * OUTBOUND_BYTES)))

    expect(bytes.length).toBe(OUTBOUND_BYTES)
    expect(isCut).toBe(true)
  })

  it('is shown as far as it came when it was cut off', async () => {
    const { bytes, isCut } = await answered('gzip', gzipSync(text).subarray(0, -12), true)

    expect(text.startsWith(bytes.toString().slice(0, 5))).toBe(true)
    expect(isCut).toBe(true)
  })

  it.each([
    ['gzip', gzipSync(long)],
    ['br', brotliCompressSync(long)],
    ['deflate', deflateSync(long)],
    ['deflate', deflateRawSync(long)],
  ])('is said to be cut off when the server ended it too early: %s', async (encoding, body) => {
    const { bytes, isCut } = await answered(encoding, body.subarray(0, body.length / 2))

    expect(bytes.length).toBeGreaterThan(0)
    expect(bytes.length).toBeLessThan(long.length)
    expect(long.startsWith(bytes.toString())).toBe(true)
    expect(isCut).toBe(true)
  })

  it('stays as it came when it is none, or something unknown', async () => {
    const plain = Buffer.from(text)

    for (const encoding of ['gzip', 'br', 'zstd', 'gzip, br', 'identity'])
      expect((await answered(encoding, plain)).bytes.toString(), encoding).toBe(text)
  })
})
