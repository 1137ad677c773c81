import { expect, it } from 'vitest'
import { askedMethods } from '#core/account/login-methods.ts'
import { readImport } from '#core/import/read-import.ts'
import { coreOperations } from '#core/operations.ts'
import {
  contribute,
  searchSources,
  type ImportFormat,
  type ImportSource,
  type LoginMethod,
  type SearchSource,
} from '#core/plugin.ts'
import type { Context } from '#core/context.ts'
import { testServices } from './support/services.ts'
import { world } from './support/world.ts'

const title = { en: 'Test', 'zh-cn': '测试' }
const overwritten = (given: object): void => {
  for (const name of Object.keys(given)) Object.assign(given, { [name]: 'changed' })
}

it('a login method cannot change what the next one is asked', async () => {
  const { services } = testServices()
  const seen: object[] = []
  const method = (id: string): LoginMethod => ({
    id,
    title,
    async verify(ctx, credentials) {
      seen.push({ ...credentials, hasServices: ctx.services === services })
      overwritten(credentials)
      overwritten(ctx)
      return null
    },
  })
  const methods = [method('first'), method('second')]
  Object.assign(services, { extensions: () => methods })
  const ctx = { store: {}, services } as unknown as Context

  await askedMethods(ctx, { username: 'ada', password: 'sesame' }, null)

  const asked = { username: 'ada', password: 'sesame', hasServices: true }
  expect(seen).toEqual([asked, asked])
})

it('a search source cannot change what the next one is asked', async () => {
  const seen: unknown[] = []
  const source = (id: string): SearchSource => ({
    id,
    title,
    async find(_, question) {
      seen.push(structuredClone(question))
      ;(question.words as string[]).push('more')
      overwritten(question)
      return []
    },
  })
  const { owner } = await world({
    contributes: [contribute(searchSources, source('first')), contribute(searchSources, source('second'))],
  })

  await owner.do(coreOperations.page.findElsewhere, { keyword: 'quokka', itemId: 0 })

  expect(seen).toHaveLength(2)
  expect(seen[1]).toEqual(seen[0])
  expect(seen[1]).toMatchObject({ words: ['quokka'] })
})

it('an import format cannot change the file that the next one looks at', async () => {
  const { services } = testServices()
  const seen: string[] = []
  const format = (id: string): ImportFormat => ({
    id,
    title,
    async recognises(file) {
      seen.push(`${file.name} ${new TextDecoder().decode(file.first)}`)
      file.first.fill(0)
      overwritten(file)
      return false
    },
    async read() {},
  })
  const formats = [format('first'), format('second')]
  Object.assign(services, { extensions: () => formats })
  const bytes = new TextEncoder().encode('content')
  const file: ImportSource = {
    name: 'a.txt',
    bytes: bytes.length,
    first: bytes,
    slice: async (from, length) => bytes.slice(from, from + length),
    async *read() {
      yield bytes
    },
  }
  const ctx = { services } as unknown as Context

  await expect(
    readImport(ctx, file, { format: '', options: {}, limitMs: 1_000, keepsFiles: false }),
  ).rejects.toMatchObject({ kind: 'importUnknown' })

  expect(seen).toEqual(['a.txt content', 'a.txt content'])
})
