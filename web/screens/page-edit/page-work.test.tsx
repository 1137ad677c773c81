// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Refused, until } from '#tests/support/mounted.tsx'
import { draftTexts, lose, NEW, openPageWork as open, STORED } from '#tests/support/page-work.tsx'
import { clearDrafts } from '#web/editor/drafts.ts'
import { hideToast, shownToasts } from '#web/parts/toast-store.ts'

const fillStorage = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
const lockStorage = () => {
  fillStorage()
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
    throw new DOMException('locked', 'SecurityError')
  })
}
beforeEach(async () => {
  await clearDrafts()
  for (const { id } of shownToasts()) hideToast(id)
})

describe('a browser that does not store drafts', () => {
  it('still reports a failed save, with a retry button', async () => {
    const page = await open(STORED, { 'page.save': lose })
    fillStorage()

    await page.type('The text that was typed')
    await page.save()

    await until(() => page.work().state.kind === 'failed')
    expect(page.says()).toContain('the server did not answer')
    expect(page.says()).toContain('Try again')
  })

  it('still reports a successful save of a new page', async () => {
    const page = await open(NEW, { 'page.save': () => ({ pageId: 9, revision: 1 }) })
    lockStorage()

    await page.type('The text that was typed')
    await page.save()

    await until(() => page.work().state.kind === 'saved')
    expect([page.created, page.work().pageId]).toEqual([[9], 9])
  })

  it('is mentioned to the writer', async () => {
    const page = await open(STORED, {})
    fillStorage()

    await page.type('The text that was typed')
    await act(async () => void window.dispatchEvent(new Event('pagehide')))

    await until(() => page.says()?.includes('This browser cannot keep drafts'))
  })
})

it("is mentioned when somebody else's version cannot be loaded", async () => {
  const refuse = () => {
    throw new Refused('pageChanged')
  }
  const page = await open(STORED, { 'page.save': refuse, 'page.info': lose })

  await page.type('The text that was typed')
  await page.save()

  await until(() => page.work().state.kind === 'failed')
})

it('[EDIT-26] [CONST-08] a save without a response is given up after 20 seconds', async () => {
  const page = await open(STORED, { 'page.save': () => new Promise(() => undefined) })
  await page.type('The text that was typed')
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())

  await page.save()
  await act(() => vi.advanceTimersByTimeAsync(19_999))
  expect(page.work().state.kind).toBe('saving')
  await act(() => vi.advanceTimersByTimeAsync(1))

  expect(page.work().state.kind).toBe('failed')
})

describe('[EDIT-37] a save with a remark', () => {
  it('notifies followers, also when the text was saved before', async () => {
    const sent: unknown[] = []
    const page = await open(STORED, {
      'page.save': (input: object) => {
        sent.push(input)
        return { pageId: 7, revision: 3 }
      },
    })

    await act(async () => void (await page.work().saveWith({ notifyRemark: 'Read the second part' })))

    expect(sent).toEqual([expect.objectContaining({ isNotify: true, notifyContent: 'Read the second part' })])
  })

  it('notifies with the attempt that succeeds, and once', async () => {
    const sent: { isNotify?: boolean }[] = []
    const page = await open(STORED, {
      'page.save': (input: { isNotify?: boolean }) => {
        sent.push(input)
        if (sent.length === 1) throw new Refused('loginRequired')
        return { pageId: 7, revision: 3 + sent.length }
      },
    })
    await page.type('The text that was typed')

    await act(async () => void (await page.work().saveWith({ notifyRemark: 'Read it' })))
    await until(() => page.work().state.kind === 'failed')
    await page.save()
    await until(() => page.work().state.kind === 'saved')
    await page.type('The text that was typed after it')
    await page.save()
    await until(() => sent.length === 3)

    expect(sent.map(({ isNotify }) => isNotify)).toEqual([true, true, undefined])
  })

  it('waits for a running save', async () => {
    const sent: { isNotify?: boolean }[] = []
    let answer: (saved: unknown) => void = () => undefined
    const page = await open(STORED, {
      'page.save': (input: { isNotify?: boolean }) => {
        sent.push(input)
        return sent.length === 1 ? new Promise((resolve) => (answer = resolve)) : { pageId: 7, revision: 4 }
      },
    })
    await page.type('The text that was typed')
    await page.save()

    const saving = act(() => page.work().saveWith({ notifyRemark: 'Read it' }))
    answer({ pageId: 7, revision: 4 })

    expect([await saving, sent.map(({ isNotify }) => isNotify)]).toEqual([true, [undefined, true]])
  })

  it('reports whether it was done', async () => {
    const page = await open(STORED, { 'page.save': lose })

    const isDone = await act(() => page.work().saveWith({ notifyRemark: '' }))

    expect(isDone).toBe(false)
  })
})

describe('a page of a kind other than markdown', () => {
  it('accepts no markdown, and keeps the text of a face that fails', async () => {
    const { work } = await open({ ...STORED, kind: 'checklist' }, {})

    await act(async () => {
      work().attach({ content: () => 'ticked off', focus: () => undefined })
      work().insert('# Not here')
      work().replaceSelection('# Not here')
      work().attach(null)
      work().insert('# Nor here')
    })

    expect(work().takesText()).toBe(false)
    expect(work().current().content).toBe('ticked off')
  })
})

it('switches faces only after a face with delayed changes has reported them', async () => {
  const page = await open({ ...STORED, kind: 'checklist' }, {})
  let text = 'without the cell'

  await act(async () => {
    page.work().attach({
      content: () => text,
      settle: async () => void (text = 'with the cell'),
      focus: () => undefined,
    })
    await page.work().chooseFace('source')
  })

  expect(page.work().given.text).toBe('with the cell')
})

it('[DRAFT-05] writing goes on where a restored draft was changed last', async () => {
  const first = await open(STORED, {})
  await first.type('The long text on the server')
  await first.leave()
  const page = await open(STORED, {})
  await until(() => page.work().kept.offered)

  await act(async () => page.work().restoreDraft())

  expect(page.onContinue).toHaveBeenLastCalledWith('The long '.length)
})

it('characters that cannot be stored are removed wherever they came from, and reported once', async () => {
  const sent: object[] = []
  const page = await open(STORED, {
    'page.save': (input: object) => {
      sent.push(input)
      return { pageId: 7, revision: 3 + sent.length }
    },
  })

  await page.type('one\0 two\ud83d three 😀')
  await act(async () => page.work().rename('Log\0in'))
  await page.save()
  await until(() => page.work().state.kind === 'saved')

  expect(sent).toEqual([expect.objectContaining({ pageTitle: 'Login', pageContent: 'one two three 😀' })])
  expect(page.work().isUnsaved()).toBe(false)
  expect(shownToasts().filter(({ text }) => text.includes('cannot be stored'))).toHaveLength(1)
})

describe('undo', () => {
  it('is announced to end when another face is chosen after something was typed', async () => {
    const page = await open(STORED, {})
    await page.type('The text that was typed')

    await act(async () => page.work().chooseFace('source'))

    expect(shownToasts().map(({ text }) => text)).toEqual([expect.stringContaining('Undo starts afresh here')])
  })

  it('is not mentioned when nothing was typed', async () => {
    const page = await open(STORED, {})

    await act(async () => page.work().chooseFace('source'))

    expect(shownToasts()).toEqual([])
  })
})

describe('what has arrived for a face that is not loaded', () => {
  it('counts as unsaved, and is saved in the order in which it was chosen', async () => {
    const saved: string[] = []
    const page = await open(
      { ...STORED, kind: 'board' },
      {
        'page.save': ({ pageContent }: { readonly pageContent: string }) => {
          saved.push(pageContent)
          return { pageId: 7, revision: 4 }
        },
      },
    )
    const never = () => expect.unreachable('the place is not gone')
    const [first, second] = ['one', 'two'].map((name) => page.work().hold(name, true))

    await act(async () => second?.fill('![two](2)', never))
    expect(page.work().isUnsaved()).toBe(true)
    expect(page.work().state.kind).toBe('unsaved')
    await act(async () => first?.fill('![one](1)', never))
    await page.save()

    await until(() => page.work().state.kind === 'saved')
    expect(saved).toEqual(['The text on the server\n\n![one](1)\n\n![two](2)'])
    expect(page.work().isUnsaved()).toBe(false)
  })
})

describe('a word being composed', () => {
  it('is kept as a draft, and not saved before it is finished', async () => {
    const sent: { pageContent: string }[] = []
    const page = await open(STORED, {
      'page.save': (input: { pageContent: string }) => {
        sent.push(input)
        return { pageId: 7, revision: 3 + sent.length }
      },
    })
    await page.type('Typed. ')
    await act(async () => page.work().beginWord())
    await page.type('Typed. ni')

    await page.save()
    await until(() => page.work().state.kind === 'unsaved')
    expect(sent.map(({ pageContent }) => pageContent)).toEqual(['Typed. '])
    expect(await draftTexts(7)).toEqual(['Typed. ni'])
    await act(async () => void page.work().endWord())
    await page.type('Typed. 你')
    await page.save()
    await until(() => page.work().state.kind === 'saved')

    expect(sent.map(({ pageContent }) => pageContent)).toEqual(['Typed. ', 'Typed. 你'])
  })
})

describe('recently typed text is kept', () => {
  it('when the editor is unmounted, e.g. by the Back button of the browser', async () => {
    const page = await open(STORED, {})
    await page.type('typed a moment ago')

    await page.leave()

    expect(await draftTexts(7)).toEqual(['typed a moment ago'])
  })

  it('when the document is left', async () => {
    const page = await open(STORED, {})
    await page.type('typed a moment ago')

    await act(async () => void window.dispatchEvent(new Event('pagehide')))

    expect(await draftTexts(7)).toEqual(['typed a moment ago'])
  })

  it('when the tab is hidden', async () => {
    const page = await open(STORED, {})
    await page.type('typed a moment ago')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')

    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))

    expect(await draftTexts(7)).toEqual(['typed a moment ago'])
  })

  it('under the id of the page that its first save created', async () => {
    let answer: (saved: unknown) => void = () => undefined
    const page = await open(NEW, { 'page.save': () => new Promise((resolve) => (answer = resolve)) })
    await page.type('The first text of a new page')
    await page.save()
    await page.type('The first text of a new page, and more')

    await act(async () => answer({ pageId: 9, revision: 1 }))

    await until(() => page.work().pageId === 9)
    await page.leave()
    expect(await draftTexts(9)).toEqual(['The first text of a new page, and more'])
    expect(await draftTexts(0)).toEqual([])
  })

  it('[DRAFT-06] and deleted once it is saved', async () => {
    const page = await open(STORED, { 'page.save': () => ({ pageId: 7, revision: 4 }) })
    await page.type('typed a moment ago')
    await act(async () => void window.dispatchEvent(new Event('pagehide')))

    await page.save()
    await until(() => page.work().state.kind === 'saved')
    await page.leave()

    expect(await draftTexts(7)).toEqual([])
  })
})

it('a save does not move a page that somebody has moved meanwhile, unless the writer moves it', async () => {
  const sent: { catalogId?: number }[] = []
  const page = await open(STORED, {
    'page.save': (input: { catalogId?: number }) => {
      sent.push(input)
      return { pageId: 7, revision: 3 + sent.length }
    },
  })

  await page.type('The text that was typed')
  await page.save()
  await until(() => page.work().state.kind === 'saved')
  await act(async () => page.work().move(5))
  await page.save()
  await until(() => sent.length === 2)

  expect(sent.map((input) => input.catalogId)).toEqual([undefined, 5])
})

it('leaving a new page while it is being saved does not bring the writer back', async () => {
  let answer: (saved: unknown) => void = () => undefined
  const page = await open(NEW, { 'page.save': () => new Promise((resolve) => (answer = resolve)) })
  await page.type('The first text of a new page')
  await page.save()

  await page.leave()
  await act(async () => answer({ pageId: 9, revision: 1 }))
  await expect.poll(() => draftTexts(0)).toEqual([])

  expect(page.created).toEqual([])
})

it('a text saved as another page is no longer offered for the old one', async () => {
  const page = await open(STORED, {})
  await page.type('The text that was typed')
  await act(async () => void window.dispatchEvent(new Event('pagehide')))
  expect(await draftTexts(7)).toEqual(['The text that was typed'])

  await act(() => page.work().letGo(page.work().current()))
  await page.leave()

  expect(await draftTexts(7)).toEqual([])
})

it('[EDIT-13] a face opened after an insertion has its cursor behind it', async () => {
  const editor = await open(STORED, {})
  await act(async () => editor.work().touched())
  expect(editor.onEnd).not.toHaveBeenCalled()

  await act(async () => {
    editor.work().attach(null)
    editor.work().insert('A template')
  })

  expect(editor.work().given.text).toBe('The text on the server\n\nA template')
  expect(editor.onEnd).toHaveBeenCalledTimes(1)
  await act(async () => editor.work().touched())
  expect(editor.onEnd).toHaveBeenCalledTimes(1)
})
