/*
 * What programs were promised: the OpenAPI document and the replies of all calls, byte for byte as they are kept in
 * `tests/rest/pinned/`. Whoever changes them on purpose renews what is kept, reads the difference and says why:
 *
 *     OCTAVO_PIN=renew npx vitest run tests/rest/pinned.test.ts
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PinnedCall } from './pinned-call.ts'
import { NEVER_DONE, PINNED_CALLS } from './pinned-calls.ts'
import { pinnedSite, type DescribedContent, type PinnedSite } from './pinned-site.ts'

const isRenewed = process.env['OCTAVO_PIN'] === 'renew'

let here: PinnedSite
beforeAll(async () => {
  here = await pinnedSite()
})
afterAll(() => here.close())

/** The address, who asked for what, and all that came back but what is made by chance. */
async function exchange(call: PinnedCall): Promise<string> {
  const response = await here.make(call)
  const { 'content-type': type } = response.headers
  const sent = JSON.stringify(call.fields)
  const body = call.path === 'common/verify' ? '(a picture)' : withoutChance(response.body)
  return `${call.caller} ${call.path} ${sent}\n${response.statusCode} ${String(type)}\n${body}\n`
}

/**
 * Keys come from chance, how long a lock lasts from the clock of the database, and nobody waits for the note when a
 * session was seen.
 */
const withoutChance = (body: string): string =>
  body
    .replaceAll(
      /"(unique_key|api_key|api_token|user_token|request_id|upload_key|import_id|login_secret_key)":"[^"]+"/g,
      '"$1":"…"',
    )
    .replaceAll(/"lasts_ms":[1-9]\d*/g, '"lasts_ms":…')
    .replaceAll(/"seen_at":"[^"]+"/g, '"seen_at":"…"')
    .replaceAll(/attachment\/[\w-]{32}/g, 'attachment/…')
    .replaceAll(/key=[\w-]{32}/g, 'key=…')
    .replaceAll(/register#[\w-]{43}/g, 'register#…')

/** Every documented call without anything, and with each of its fields spoiled. */
async function spoiledCalls(): Promise<readonly PinnedCall[]> {
  const { paths } = await here.described()
  return Object.entries(paths).flatMap(([address, { post }]) => {
    const path = address.slice('/api/'.length)
    const [{ schema, example }] = Object.values(post.requestBody?.content ?? { none: { schema: {} } }) as [
      DescribedContent[string],
    ]
    const spoiled = Object.keys(schema.properties ?? {}).map((name) => ({ ...example, [name]: '\0[' }))
    return [
      { caller: 'visitor' as const, path, fields: {} },
      ...(spoiled.length > 0 ? [{ caller: 'vera' as const, path, fields: {} }] : []),
      ...spoiled.map((fields) => ({ caller: 'vera' as const, path, fields })),
    ]
  })
}

const keptFile = (name: string): string => path.join(import.meta.dirname, 'pinned', name)
async function expectKept(name: string, text: string): Promise<void> {
  if (isRenewed) await writeFile(keptFile(name), text)
  const kept = await readFile(keptFile(name), 'utf8')
  expect(text).toBe(kept)
}

describe('what programs were promised', () => {
  it('[API-001] is the OpenAPI document, byte for byte', async () => {
    const { body } = await here.browsers.visitor.get('/api/openapi.json')

    // A line for each call, to be read; JSON has no line ends of its own, so it is the same bytes.
    expect(body).not.toContain('\n')
    await expectKept('openapi.txt', body.replaceAll('"/api/', '\n"/api/'))
  })

  it('is what every call answers, byte for byte', async () => {
    const replies: string[] = []
    for (const call of PINNED_CALLS) replies.push(await exchange(call))

    await expectKept('replies.txt', replies.join('\n'))
    const done = new Set(
      replies.filter((reply) => !/"error_code":[1-9]/.test(reply)).map((reply) => reply.split(' ')[1]),
    )
    const { paths } = await here.described()
    const undone = Object.keys(paths).map((address) => address.slice('/api/'.length))
    expect(undone.filter((each) => !done.has(each) && !NEVER_DONE.includes(each))).toEqual([])
  })

  it('is what every call says when it gets nothing, or a field it cannot use, byte for byte', async () => {
    const replies: string[] = []
    for (const call of await spoiledCalls()) replies.push(await exchange(call))

    await expectKept('refusals.txt', replies.join('\n'))
  })
})
