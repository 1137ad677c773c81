import { expect, it } from 'vitest'
import { pinyin } from 'pinyin-pro'
import { en, zh } from '@blocknote/core/locales'
import { editorWords } from './editor-words.ts'

/** The names of the groups that blocks of the English group `group` have in Chinese. */
const groupsOf = (group: string): readonly string[] => {
  const { slash_menu: blocks } = editorWords('zh-cn', '')
  const names = Object.entries(en.slash_menu).filter(([, block]) => block.group === group)
  return [...new Set(names.map(([name]) => blocks[name as keyof typeof blocks].group))]
}

it('the menu of blocks has each group once, in Chinese as in English', () => {
  const english = [...new Set(Object.values(en.slash_menu).map(({ group }) => group))]
  expect(english.map((group) => groupsOf(group).length)).toEqual(english.map(() => 1))
  expect(new Set(english.flatMap(groupsOf)).size).toBe(english.length)
})

it('an empty paragraph says what the product wants in each language', () => {
  expect(editorWords('en', 'Write').placeholders).toEqual({ ...en.placeholders, default: 'Write' })
  expect(editorWords('zh-cn', '输入').placeholders).toEqual({ ...zh.placeholders, default: '输入' })
})

it.each([
  ['en', ['todo', 'to-do']],
  ['zh-cn', ['todo', '待办', 'daiban']],
])('tasks are found in %s by what other products call them', (language, words) => {
  expect(editorWords(language, '').slash_menu.check_list.aliases).toEqual(expect.arrayContaining(words))
})

it('the blocks of the menu are found by the pinyin of their names, in full and by first letters', () => {
  const { slash_menu: blocks } = editorWords('zh-cn', '')
  // What pages of markdown cannot have.
  const missing = /^(toggle_|page_break|video|audio|emoji)/
  for (const [name, { title, aliases }] of Object.entries(blocks)) {
    if (missing.test(name)) continue
    const syllables = pinyin(title, { toneType: 'none', type: 'array' })
    expect(aliases, title).toContain(syllables.join(''))
    expect(aliases, title).toContain(syllables.map(([letter]) => letter).join(''))
  }
})
