import { globSync, readFileSync } from 'node:fs'
import { pinyin } from 'pinyin-pro'
import { expect, it } from 'vitest'
import { wordsOf } from '#core/page/search.ts'
import { isNamedBy } from './is-named-by.ts'

const find = (typed: string, title: string, otherNames = ''): boolean => isNamedBy(wordsOf(typed), title, otherNames)

it('finds a place by any part of its title, in any order', () => {
  expect(find('man us', 'User management')).toBe(true)
  expect(find('管理', '用户管理')).toBe(true)
  expect(find('user roles', 'User management')).toBe(false)
})

it('finds a place by the beginning of another name, and not by its middle', () => {
  expect(find('YHGL', '用户管理', 'yonghuguanli, yhgl')).toBe(true)
  expect(find('yonghu', '用户管理', 'yonghuguanli, yhgl')).toBe(true)
  expect(find('single ss', 'OAuth2 login', 'single sign-on, sso')).toBe(true)
  expect(find('guanli', '用户管理', 'yonghuguanli, yhgl')).toBe(false)
  expect(find('x', 'People', '')).toBe(false)
})

/** The Chinese titles of sections of the administration and of people's own places, with their other names. */
function chinesePlaces(): readonly (readonly [string, string | undefined])[] {
  const textsIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const sections = globSync('plugins/*/web.tsx').flatMap((file) => {
    const texts = textsIn(file.replace('web.tsx', 'locales/zh-cn.json'))
    const text = (key: string): unknown =>
      texts[key] ??
      key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], texts)
    const source = readFileSync(file, 'utf8')
    return [...source.matchAll(/contribute\(adminSections, \{[^}]*?title: '([^']+)',[^}]*\}/g)].map(
      ([whole, key = '']) => {
        const words = /words: '([^']+)'/.exec(whole)?.[1]
        return [text(key) as string, words === undefined ? undefined : (text(words) as string)] as const
      },
    )
  })
  const own = textsIn('web/i18n/zh-cn/start.json')
  const places = Object.keys(own).flatMap((key) => {
    const name = /^go\.words\.(\w+)$/.exec(key)?.[1]
    return name === undefined ? [] : [[own[`go.${name}`] as string, own[key] as string] as const]
  })
  expect(sections.length).toBeGreaterThan(12)
  expect(places.length).toBeGreaterThan(5)
  return [...sections, ...places]
}

it('every place is found by the pinyin of its Chinese title, in full and by first letters', () => {
  for (const [title, otherNames] of chinesePlaces()) {
    const known = otherNames?.split(', ')
    const syllables = [...title]
      .filter((character) => character !== ' ')
      .map((character) =>
        /\p{Script=Han}/u.test(character) ? pinyin(character, { toneType: 'none' }) : character.toLowerCase(),
      )
    const initials = [...title]
      .filter((character) => character !== ' ')
      .map((character, at) => (/\p{Script=Han}/u.test(character) ? syllables[at]?.[0] : syllables[at]))
    expect(known, title).toContain(syllables.join(''))
    expect(known, title).toContain(initials.join(''))
  }
})
