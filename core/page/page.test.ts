import { describe, expect, it } from 'vitest'
import { draftOf, newPage, revised, titled, type Page } from './page.ts'
import { versionOf } from './version.ts'

const then = new Date('2026-01-01T00:00:00Z')
const now = new Date('2026-01-02T00:00:00Z')
const page: Page = {
  id: 5,
  ...newPage(1, { title: 'Log in', content: '# Log in', catalogId: 3, order: 99 }, 7, then),
}

describe('a page', () => {
  it('begins with revision 1', () => {
    expect(page).toMatchObject({ revision: 1, authorId: 7, createdAt: then, savedAt: then, deletion: null })
  })

  it('rises by one revision with every save', () => {
    const after = revised(page, { ...draftOf(page), content: '# Sign in' }, 8, now)

    expect(after).toEqual({ ...page, content: '# Sign in', authorId: 8, revision: 2, savedAt: now })
  })

  it('stays the very same when nothing changes', () => {
    expect(revised(page, draftOf(page), 8, now)).toBe(page)
  })

  it.each([
    ['title', { title: 'Sign in' }],
    ['catalog', { catalogId: null }],
    ['order', { order: 1 }],
    ['a blank at the end', { content: '# Log in ' }],
  ])('is another revision when only this changes: %s', (_, change) => {
    expect(revised(page, { ...draftOf(page), ...change }, 7, now).revision).toBe(2)
  })

  it('is called untitled in the language of its author', () => {
    expect(titled('  ', 'en')).toBe('untitled')
    expect(titled('', 'zh-cn')).toBe('未命名')
    expect(titled(' 登录 ', 'en')).toBe('登录')
  })

  it('leaves its former state behind as a version', () => {
    expect(versionOf(page)).toEqual({
      pageId: 5,
      revision: 1,
      title: 'Log in',
      catalogId: 3,
      content: '# Log in',
      authorId: 7,
      savedAt: then,
      comment: '',
    })
  })
})
