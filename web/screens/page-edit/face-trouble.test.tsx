// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { draftTexts, openPageWork, STORED } from '#tests/support/page-work.tsx'
import { clearDrafts } from '#web/editor/drafts.ts'
import type { FaceControls } from '#web/editor/face-controls.ts'
import { FaceTroubleNotice } from './face-trouble.tsx'

const BOARD = { ...STORED, kind: 'board' }
const FOCUS = { focus: () => undefined }
const fail = (): never => {
  throw new Error('the board fell')
}
const never = () => new Promise<never>(() => undefined)

beforeEach(async () => {
  await clearDrafts()
  vi.stubGlobal('reportError', vi.fn())
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens a page in the face of a plugin, in which somebody types until it fails in this way. */
async function openBoard(failing: Partial<FaceControls>) {
  const saved: string[] = []
  const page = await openPageWork(BOARD, {
    'page.save': ({ pageContent }: { readonly pageContent: string }) => {
      saved.push(pageContent)
      return { pageId: 7, revision: 4 }
    },
  })
  let text = STORED.page.content
  const controls = { ...FOCUS, content: () => text }
  await act(async () => page.work().attach(controls))
  const write = (written: string) =>
    act(async () => {
      text = written
      page.work().touched()
      page.work().current()
    })
  await write('What was typed')
  Object.assign(controls, failing)
  /** The editor's own face, which comes instead. */
  const openSource = () => act(async () => page.work().attach({ ...FOCUS, content: () => page.work().given.text }))
  return {
    ...page,
    saved,
    openSource,
    write,
    mend: () => Object.assign(controls, { content: () => text, settle: async () => undefined }),
  }
}

/** Passes so much time for the page only. */
async function pass(milliseconds: number): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(milliseconds))
}

describe('a face that does not give its text', () => {
  it.each([
    ['throws', { content: fail }],
    ['gives nothing', { content: (() => undefined) as unknown as () => string }],
    ['gives a number', { content: (() => 7) as unknown as () => string }],
    ['gives a promise', { content: (async () => 'late') as unknown as () => string }],
    ['cannot settle', { settle: async () => fail() }],
    ['throws instead of settling', { settle: fail }],
  ])(
    'when it %s: nothing is saved, the person is told, and the last text goes on in the source',
    async (_case, failing) => {
      const page = await openBoard(failing)

      await page.save()

      expect(page.saved).toEqual([])
      expect(page.says()).toContain('“boards” did not return what you typed, so nothing was saved')
      expect(page.work().isUnsaved()).toBe(true)
      expect(page.work().state.kind).toBe('unsaved')
      await until(async () => (await draftTexts(7)).includes('What was typed'))

      await act(async () => page.work().leaveFace())
      expect([page.work().face, page.work().given.text]).toEqual(['source', 'What was typed'])
      expect(page.says()).not.toContain('boards')
      await page.openSource()
      await page.save()
      await until(() => page.work().state.kind === 'saved')
      expect(page.saved).toEqual(['What was typed'])
    },
  )

  it('still says so when the text is read once more, until it has taken in everything', async () => {
    const page = await openBoard({ settle: async () => fail() })
    await page.write(STORED.page.content)
    await page.save()

    await act(async () => void page.work().current())
    expect(page.says()).toContain('“boards” did not return what you typed')
    expect(page.work().isUnsaved()).toBe(true)

    page.mend()
    await page.save()
    expect(page.says()).not.toContain('boards')
    expect(page.work().isUnsaved()).toBe(false)
  })

  it('changes to no other face, which would be given an older text, unless the person wants that', async () => {
    const page = await openBoard({ content: fail })

    await act(() => page.work().chooseFace('source'))

    expect(page.work().face).not.toBe('source')
    expect(page.says()).toContain('“boards” did not return what you typed')
  })

  it('is no trouble any more once it gives its text again, and all of it is saved', async () => {
    const page = await openBoard({ content: fail })
    await page.save()
    await page.write('What was typed, and more')
    expect(page.says()).toContain('boards')

    page.mend()
    await page.save()

    await until(() => page.work().state.kind === 'saved')
    expect(page.saved).toEqual(['What was typed, and more'])
    expect(page.says()).not.toContain('boards')
  })

  it('does not break the editor when it fails while it is closed', async () => {
    const page = await openBoard({ content: fail, snapshot: fail })

    await act(async () => {
      page.work().beginWord()
      page.work().endWord()
      page.work().attach(null)
    })

    expect(page.work().current().content).toBe('What was typed')
  })
})

it('a face of the product is named as a view, not as a plugin', async () => {
  const faceTrouble = { kind: 'broken', readAt: new Date(2026, 2, 1, 9, 30) } as const
  const face = { id: 'rich', title: 'face.rich', texts: 'editor', pluginId: null, Component: () => null }
  const nothing = () => undefined

  const { place } = await mounted(
    <FaceTroubleNotice face={face} work={{ faceTrouble, leaveFace: nothing }} onRetry={nothing} />,
    {},
  )

  expect(place.textContent).toMatch(/^The view “Rich text” did not return what you typed.* as of 9:30/)
})

describe('a face that never takes in what was typed', () => {
  it('says so within five seconds, and the person goes on in the source', async () => {
    const page = await openBoard({ settle: never })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

    await page.save()
    await pass(5_000)
    expect(page.says()).toContain('“boards” is still processing what you typed')
    vi.useRealTimers()
    await act(async () => page.work().leaveFace())
    await page.openSource()
    await page.save()

    await until(() => page.work().state.kind === 'saved')
    expect(page.saved).toEqual(['What was typed'])
    expect(page.says()).not.toContain('boards')
  })

  it('is waited for, however often the person saves, and is saved once when it is done', async () => {
    const settled = Promise.withResolvers<void>()
    const settle = vi.fn(() => settled.promise)
    const page = await openBoard({ settle })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await page.save()
    await pass(5_000)
    await page.save()
    vi.useRealTimers()

    await act(async () => settled.resolve())

    await until(() => page.work().state.kind === 'saved')
    expect(page.saved).toEqual(['What was typed'])
    expect(settle).toHaveBeenCalledOnce()
    expect(page.says()).not.toContain('boards')
  })
})
