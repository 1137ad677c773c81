/*
 * The law: whatever one field of a call holds that would be taken otherwise, the answer is no server error and tells
 * nothing about the inside (threats J2). Each field gets three of the odd values, the next field the next three;
 * `OCTAVO_ODD_VALUES=all` sends all of them to each, in a few minutes.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ODD_VALUES } from './odd-values.ts'
import type { PinnedCall } from './pinned-call.ts'
import { PINNED_CALLS } from './pinned-calls.ts'
import { bodyOf, pinnedSite, type Described, type PinnedSite } from './pinned-site.ts'

const IN_TURN = process.env['OCTAVO_ODD_VALUES'] === 'all' ? ODD_VALUES.length : 3
/** They change who is logged in, or end the account. */
const CALLERS = /^(user\/(logout|login|register|resetPassword)|adminUser\/deleteUser|session\/close)$/

let here: PinnedSite
beforeAll(async () => {
  here = await pinnedSite()
})
afterAll(() => here.close())

/** Those that are pinned, in their order, then the other documented ones with the fields of their example. */
function allCalls({ paths }: Described): readonly PinnedCall[] {
  const pinned = new Set(PINNED_CALLS.map(({ path }) => path))
  const others = Object.keys(paths)
    .map((address) => address.slice('/api/'.length))
    .filter((path) => !pinned.has(path))
    .map((path) => {
      const { type, content } = contentOf(paths, path)
      const withFile = type === 'multipart/form-data' ? { fileField: 'file' } : {}
      return { caller: 'vera' as const, path, fields: content?.example ?? {}, ...withFile }
    })
  return [...PINNED_CALLS, ...others]
}

function contentOf(paths: Described['paths'], path: string) {
  const [[type, content] = ['', undefined]] = Object.entries(paths[`/api/${path}`]?.post.requestBody?.content ?? {})
  return { type, content }
}

let turn = 0
/** The faults that odd values in its fields bring about. */
async function faultsOf(call: PinnedCall, names: readonly string[]): Promise<readonly string[]> {
  const faults: string[] = []
  for (const name of names)
    for (let sent = 0; sent < IN_TURN; sent += 1, turn += 1) {
      const value = ODD_VALUES[turn % ODD_VALUES.length]
      const fields = { ...here.filled(call.fields), [name]: value }
      for (const body of await bodiesOf(call, fields)) {
        const reply = await here.browsers[call.caller].request({ method: 'POST', url: `/api/${call.path}`, ...body })
        const isFault = reply.statusCode >= 500 || /\bat .+:\d+:\d+|node_modules/.test(reply.body)
        if (isFault) faults.push(`${call.path} ${name} ${shown(value)}: ${reply.statusCode} ${shown(reply.body)}`)
      }
    }
  return faults
}

/** As JSON and as a form, as far as they can be sent so. */
async function bodiesOf(call: PinnedCall, fields: Readonly<Record<string, unknown>>) {
  const texts = Object.entries(fields).map(([name, value]) => [name, formText(value)])
  if (call.fileField !== undefined) return [await bodyOf(call, Object.fromEntries(texts) as object)]
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return [await bodyOf(call, fields), { payload: new URLSearchParams(texts).toString(), headers }]
}

const formText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const shown = (value: unknown): string => formText(value).slice(0, 100)

it('[ERR-20] every call bears odd values in each of its fields', async () => {
  const { paths } = await here.described()
  const tried = new Set<string>()
  const faults: string[] = []
  for (const call of allCalls({ paths })) {
    const key = `${call.caller} ${call.path}`
    if (!tried.has(key) && !CALLERS.test(call.path)) {
      const { properties = {} } = contentOf(paths, call.path).content?.schema ?? {}
      faults.push(...(await faultsOf(call, [...new Set([...Object.keys(properties), ...Object.keys(call.fields)])])))
    }
    tried.add(key)
    await here.make(call)
  }

  expect(faults).toEqual([])
  expect(turn).toBeGreaterThan(2_000)
}, 1_800_000)
