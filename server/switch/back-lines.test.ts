import { expect, it } from 'vitest'
import { LANGUAGES } from '#core/language.ts'
import { backLines } from './back-lines.ts'

const written = { itemName: '订单 Orders', bytes: 12, sha256: 'ab12' }

it.each(LANGUAGES)('tells in %s what differs in ShowDoc and what stays here', (language) => {
  const open = backLines('item.zip', { ...written, isClosed: false }, language)
  const closed = backLines('item.zip', { ...written, isClosed: true }, language)

  expect(open[0]).toMatch(/订单 Orders.*item\.zip.*12.*SHA-256 ab12/)
  expect(open.join('\n')).toContain('Public/Uploads/octavo')
  expect(open.join('\n')).not.toContain('prefix_info.json')
  expect(closed.join('\n')).toContain('prefix_info.json')
  expect(closed.filter((line) => !open.includes(line))).toHaveLength(1)
  expect(open.at(-1)).toMatch(language === 'en' ? /versions.*members.*comments/ : /历史版本.*成员.*评论/)
})
