import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Plugin } from '#core/plugin.ts'
import { findSourcePlugins } from '#server/compose/plugin-loader.ts'
import { restCalls } from '#server/rest/calls.ts'
import { DOCUMENTED_CALLS } from '#server/rest/documented-calls.ts'
import { coreOperations } from '#core/operations.ts'
import { site, type Site } from './harness.ts'
import { SPEC_CALLS } from './spec-calls.ts'

const plugins = (await Promise.all(
  (await findSourcePlugins('plugins')).map((found) => found.load()),
)) as readonly Plugin[]
const built = [coreOperations, ...plugins.map(({ operations }) => operations ?? {})].map(restCalls)

let here: Site
beforeAll(async () => {
  here = await site()
})
afterAll(() => here.close())

it('knows the 123 calls of the specification, in the product and in the tests alike', () => {
  expect(SPEC_CALLS.map(({ id }) => id)).toEqual(
    Array.from({ length: 123 }, (_, index) => `API-${String(index + 1).padStart(3, '0')}`),
  )
  expect(SPEC_CALLS.filter(({ path }) => path.startsWith('/api/')).map(({ path }) => path.slice(5))).toEqual(
    DOCUMENTED_CALLS,
  )
})

it('has every one of them', () => {
  const absent = SPEC_CALLS.filter(({ path }) => {
    const address = path.replace(/^\/api\//, '').toLowerCase()
    const isRoute = plugins.some(({ routes = [] }) => routes.some(({ prefix }) => path.startsWith(prefix)))
    return !isRoute && !built.some((calls) => calls.has(address))
  })

  expect(absent).toEqual([])
})

it('says in the language of the caller that a documented call is not there, as when its plugin is left out', async () => {
  const url = '/api/mock/add'

  const english = await here.browser({ 'accept-language': 'en' }).request({ method: 'POST', url })
  const chinese = await here.browser({ 'accept-language': 'zh-CN,zh;q=0.9' }).request({ method: 'POST', url })

  expect(english.statusCode).toBe(200)
  expect(english.json()).toEqual({ error_code: 10404, error_message: 'This function is not available.', data: {} })
  expect(chinese.json()).toEqual({ error_code: 10404, error_message: '该功能暂不可用。', data: {} })
})

it('[ERR-17] answers an address nobody promised with JSON and 404', async () => {
  for (const url of ['/api/page/nonsense', '/api/nonsense', '/api/nonsense/x/y', '/api/page/info/more']) {
    const reply = await here.browser().request({ method: 'POST', url })

    expect(reply.statusCode, url).toBe(404)
    expect(reply.json()).toMatchObject({ error_code: 10101, data: {} })
  }
})
