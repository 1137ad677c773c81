import { pinyin } from 'pinyin-pro'
import { expect, it } from 'vitest'
import zhCn from './locales/zh-cn.json' with { type: 'json' }

it('blocks to start from are found by the pinyin of their Chinese names, in full and by first letters', () => {
  for (const { title, words } of [zhCn.callout, zhCn.details, zhCn.diagram, zhCn.formula]) {
    const syllables = pinyin(title, { toneType: 'none', type: 'array' })
    const known = words.split(', ')
    expect(known, title).toContain(syllables.join(''))
    expect(known, title).toContain(syllables.map(([letter]) => letter).join(''))
  }
})
