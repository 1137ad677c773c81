// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import type { Draft } from './draft-store.ts'
import {
  changedCharacters,
  clearDrafts,
  hasUnsavedDrafts,
  isWorthOffering,
  keepDraft,
  offeredDrafts,
  removeDraft,
} from './drafts.ts'

const stored = { title: 'Login', content: 'The text on the server', catalogId: 0 }
const place = { username: 'ann', itemId: 1, pageId: 2 }
const draft = (changes: Partial<Draft> = {}): Draft => ({
  ...stored,
  ...place,
  id: 'tab-1',
  content: 'The text that was typed',
  base: null,
  keptAt: 1_000,
  ...changes,
})

beforeEach(clearDrafts)

describe('drafts', () => {
  it('[DRAFT-03] [CONST-11] are offered from eleven characters on', () => {
    expect(isWorthOffering(draft({ content: '0123456789' }), stored)).toBe(false)
    expect(isWorthOffering(draft({ content: '0123456789a' }), stored)).toBe(true)
  })

  it('[DRAFT-04] are not offered when they say what the page says', async () => {
    await keepDraft(draft({ content: stored.content }))

    expect(await offeredDrafts(place, stored)).toEqual([])
  })

  it('of two tabs stand beside each other, newest first', async () => {
    await keepDraft(draft({ id: 'tab-1', content: 'typed in the first tab', keptAt: 1_000 }))
    await keepDraft(draft({ id: 'tab-2', content: 'typed in the second tab', keptAt: 2_000 }))

    const offered = await offeredDrafts(place, stored)

    expect(offered.map(({ content }) => content)).toEqual(['typed in the second tab', 'typed in the first tab'])
  })

  it('belong to a user, an item and a page', async () => {
    await keepDraft(draft({ id: 'a', username: 'bob' }))
    await keepDraft(draft({ id: 'b', itemId: 9 }))
    await keepDraft(draft({ id: 'c', pageId: 0 }))

    expect(await offeredDrafts(place, stored)).toEqual([])
    expect(await offeredDrafts({ ...place, pageId: 0 }, stored)).toHaveLength(1)
  })

  it('are gone once they are removed', async () => {
    await keepDraft(draft())
    expect(await hasUnsavedDrafts()).toBe(true)

    await removeDraft('tab-1')

    expect(await hasUnsavedDrafts()).toBe(false)
  })
})

it('counts the characters that differ', () => {
  expect(changedCharacters('the old text', 'the new text')).toBe(3)
  expect(changedCharacters('same', 'same')).toBe(0)
  expect(changedCharacters('aaa', 'aaaaa')).toBe(2)
})
