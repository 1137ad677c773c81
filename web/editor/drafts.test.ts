// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDraftStore, type Draft } from './draft-store.ts'
import {
  changedCharacters,
  clearDrafts,
  deviceJournal,
  draftsAt,
  hasUnsavedDrafts,
  isWorthOffering,
  worthOffering,
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

const keepDraft = (kept: Draft) => deviceJournal.put(kept)
const offeredDrafts = async (at: typeof place) => worthOffering(await draftsAt(deviceJournal, at), stored)

beforeEach(clearDrafts)

describe('drafts', () => {
  it('[DRAFT-03] [CONST-11] are offered from eleven characters on', () => {
    expect(isWorthOffering(draft({ content: '0123456789' }), stored)).toBe(false)
    expect(isWorthOffering(draft({ content: '0123456789a' }), stored)).toBe(true)
  })

  it('are found where their page lies by now', async () => {
    await keepDraft(draft())

    expect(await offeredDrafts({ ...place, itemId: 9 })).toHaveLength(1)
    await keepDraft(draft({ id: 'tab-2', pageId: 0 }))
    expect(await offeredDrafts({ ...place, itemId: 9, pageId: 0 })).toEqual([])
  })

  it('[DRAFT-04] are not offered when they say what the page says', async () => {
    await keepDraft(draft({ content: stored.content }))

    expect(await offeredDrafts(place)).toEqual([])
  })

  it('of two tabs stand beside each other, newest first', async () => {
    await keepDraft(draft({ id: 'tab-1', content: 'typed in the first tab', keptAt: 1_000 }))
    await keepDraft(draft({ id: 'tab-2', content: 'typed in the second tab', keptAt: 2_000 }))

    const offered = await offeredDrafts(place)

    expect(offered.map(({ content }) => content)).toEqual(['typed in the second tab', 'typed in the first tab'])
  })

  it('[ENT-LOCAL-05] belong to a user and a page, or the item of a new page', async () => {
    await keepDraft(draft({ id: 'a', username: 'bob' }))
    await keepDraft(draft({ id: 'b', itemId: 9, pageId: 0 }))
    await keepDraft(draft({ id: 'c', pageId: 0 }))

    expect(await offeredDrafts(place)).toEqual([])
    expect(await offeredDrafts({ ...place, pageId: 0 })).toHaveLength(1)
  })

  it('of one editor, here and on the server, are one draft, the later one; and no text is offered twice', () => {
    const onServer = draft({ content: 'an earlier text of the first tab', keptAt: 500 })
    const again = draft({ id: 'tab-2', keptAt: 2_000 })

    expect(worthOffering([onServer, draft()], stored)).toEqual([draft()])
    expect(worthOffering([onServer, draft(), again], stored).map(({ id }) => id)).toEqual(['tab-2', 'tab-1'])
    expect(worthOffering([draft(), again], stored).map(({ id }) => id)).toEqual(['tab-2'])
  })

  it('are not removed with what was kept before them', async () => {
    await keepDraft(draft({ keptAt: 2_000 }))

    await deviceJournal.remove('tab-1', 1_999)

    expect(await offeredDrafts(place)).toHaveLength(1)
  })

  it('are gone once they are removed', async () => {
    await keepDraft(draft())
    expect(await hasUnsavedDrafts()).toBe(true)

    await deviceJournal.remove('tab-1', 1_000)

    expect(await hasUnsavedDrafts()).toBe(false)
  })
})

it('counts the characters that differ', () => {
  expect(changedCharacters('the old text', 'the new text')).toBe(3)
  expect(changedCharacters('same', 'same')).toBe(0)
  expect(changedCharacters('aaa', 'aaaaa')).toBe(2)
})

it('what a browser refused once, having lost its database, is tried again on a new connection', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('The database connection is closing', 'InvalidStateError')
  })

  await keepDraft(draft())

  expect(await offeredDrafts(place)).toHaveLength(1)
})

it('a database that never opens is not waited for', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() })

  const opening = openDraftStore()
  await vi.advanceTimersByTimeAsync(3_000)
  await (await opening).put(draft())

  expect(localStorage.getItem('draft:tab-1')).toContain('The text that was typed')
})
