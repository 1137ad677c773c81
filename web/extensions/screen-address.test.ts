import { describe, expect, expectTypeOf, it } from 'vitest'
import { isPersonalDomain } from '#core/addresses.ts'
import { matchRoute } from '../routes.ts'
import { isScreenPathOf, LEFT_TO_PLUGINS, paramsAt, type ScreenParams } from './screen-address.ts'

const PLUGINS = ['word-count', 'hello', 'item', 'p', 'api', 'admin', 'mock-path', 'server', 'plugins']
const WORDS = [
  ...['', '7', 'abc', ':id', ':item', 'hello', 'hello-world', 'Hello-World', 'hello-', 'word-count', 'word-count-2'],
  ...[
    'item',
    'item-list',
    'page',
    'p',
    'p-1',
    'api',
    'api-docs',
    'admin',
    'admin-x',
    'mock-path',
    'mock-path-2',
    'server',
  ],
  ...['plugins', 'plugins-x', '..', '.', '%2e%2e', 'word_count', 'wörd-count', 'hello-world?x', 'hello-world#x'],
]
const PATHS = WORDS.flatMap((word) => [
  word,
  `/${word}`,
  `/${word}/`,
  `//${word}`,
  `/${word}/index`,
  `/${word}/:pageId`,
])

describe('the address of a plugin’s screen', () => {
  it('[D17] is never that of an item, of the product or of another plugin, but for those left to plugins', () => {
    const allowed = PLUGINS.flatMap((plugin) =>
      PATHS.filter((path) => isScreenPathOf(plugin, path)).map((path) => [plugin, path] as const),
    )

    expect(allowed).toContainEqual(['word-count', '/word-count/:pageId'])
    expect(allowed).toContainEqual(['hello', '/hello-world/index'])
    for (const [plugin, path] of allowed) {
      const word = path.split('/')[1] ?? ''
      expect([path, matchRoute(path)?.route.screen]).toEqual([path, 'plugin'])
      expect([word, isPersonalDomain(word), /^\d+$/.test(word)]).toEqual([word, false, false])
      expect(word === plugin || word.startsWith(`${plugin}-`), `${plugin} ${path}`).toBe(true)
      const others = PLUGINS.filter((other) => other !== plugin && isScreenPathOf(other, path))
      expect(others, `${plugin} ${path}`).toEqual([])
    }
  })

  it('may be one that is left to plugins, and those lead to the screens of plugins', () => {
    for (const path of LEFT_TO_PLUGINS) {
      expect(isScreenPathOf('hello', path)).toBe(true)
      expect(matchRoute(path.replace(':itemId', '12'))?.route.screen).toBe('plugin')
    }
    expect(isScreenPathOf('hello', '/item/export/:id')).toBe(false)
  })
})

describe('the parameters in the address of a screen', () => {
  it('are numbers where they name an id, and text otherwise', () => {
    expect(paramsAt('/word-count/:pageId/:mode', '/word-count/12/a%2Fb%20%E4%B8%AD')).toEqual({
      pageId: 12,
      mode: 'a/b 中',
    })
    expect(paramsAt('/word-count/:id', '/word-count/7/')).toEqual({ id: 7 })
    expect(paramsAt('/message/index', '/message/index')).toEqual({})
    expectTypeOf<ScreenParams<'/a-b/:pageId/x/:mode/:id'>>().toEqualTypeOf<{
      readonly pageId: number
      readonly mode: string
      readonly id: number
    }>()
  })

  it('are none where the address has another form', () => {
    const others = [
      '/word-count',
      '/word-count/',
      '/word-count/x',
      '/word-count/1.5',
      '/word-count/-1',
      '/word-count/1/2',
    ]
    for (const address of [...others, '/word-count/99999999999999999999', '/other-count/1', '/Word-count/1', ''])
      expect([address, paramsAt('/word-count/:pageId', address)]).toEqual([address, null])
    expect(paramsAt('/word-count/:mode', '/word-count/%E4%B8')).toBeNull()
    expect(paramsAt('/word-count/:mode', '/word-count/')).toBeNull()
  })
})
