// @vitest-environment jsdom
import { act, useEffect } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { mounted, Refused, until, type Answers } from '#tests/support/mounted.tsx'
import { clearDrafts, deviceJournal, draftsAt } from '#web/editor/drafts.ts'
import type { TextFaceControls } from '#web/editor/face-controls.ts'
import type { KindFaces } from '#web/editor/kind-faces.ts'
import { StateLine } from './state-line.tsx'
import type { StartPage } from './start-page.ts'
import { usePageWork, type PageWork } from './use-page-work.ts'

const STORED: StartPage = {
  pageId: 7,
  page: { title: 'Login', content: 'The text on the server', catalogId: 0 },
  revision: 3,
  kind: 'markdown',
}
const NEW: StartPage = {
  pageId: 0,
  page: { title: '', content: '', catalogId: 0 },
  revision: null,
  kind: 'markdown',
}
const NEWER = {
  pageTitle: 'Login',
  pageContent: 'The newer text',
  catalogId: 0,
  revision: 5,
  authorUsername: 'olga',
  savedAt: '2026-03-01T09:30:00.000Z',
}
const FACES: KindFaces = { kind: 'markdown', faces: [], opensIn: () => 'rich' }

interface WorkbenchProps {
  readonly start: StartPage
  read(): string
  onEnd(): void
  onWork(work: PageWork): void
  onCreated(pageId: number): void
}

/** The work on a page, with a face that shows whatever `read` answers. */
function Workbench({ start, read, onEnd, onWork, onCreated }: WorkbenchProps) {
  const work = usePageWork({ itemId: 1, username: 'ann', start, kindFaces: { ...FACES, kind: start.kind }, onCreated })
  const { attach } = work
  useEffect(() => {
    onWork(work)
  })
  useEffect(() => {
    // Faces of other kinds are attached by the test itself, and stay whenever the page is drawn again.
    if (start.kind !== 'markdown') return undefined
    const nothing = () => undefined
    const controls: TextFaceControls = {
      content: read,
      selection: () => '',
      insert: nothing,
      replaceSelection: nothing,
      focus: nothing,
      moveTo: nothing,
      moveToEnd: onEnd,
      hold: nothing,
      placeOf: () => null,
      fill: () => false,
      release: nothing,
    }
    attach(controls)
    return () => attach(null)
  })
  return <StateLine state={work.state} isExplained={false} kept={work.kept} onRetry={work.save} />
}

async function open(start: StartPage, answers: Answers) {
  let shown = start.page.content
  let work: PageWork | undefined
  const created: number[] = []
  const onEnd = vi.fn<() => void>()
  const current = (): PageWork => work ?? expect.unreachable('nothing was rendered')
  const screen = await mounted(
    <Workbench
      start={start}
      read={() => shown}
      onEnd={onEnd}
      onWork={(rendered) => (work = rendered)}
      onCreated={(pageId) => created.push(pageId)}
    />,
    answers,
  )
  return {
    ...screen,
    created,
    onEnd,
    work: current,
    says: () => screen.place.textContent,
    type: (text: string) =>
      act(async () => {
        shown = text
        current().touched()
      }),
    save: () => act(async () => current().save()),
  }
}
const draftTexts = async (pageId: number): Promise<readonly string[]> =>
  (await draftsAt(deviceJournal, { username: 'ann', itemId: 1, pageId })).map(({ content }) => content)

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
const lose = (): never => {
  throw new Error('the connection broke')
}

beforeEach(clearDrafts)

describe('a browser that keeps no drafts', () => {
  it('leaves a failed save what it is, with a way to try again', async () => {
    const page = await open(STORED, { 'page.save': lose })
    fillStorage()

    await page.type('The text that was typed')
    await page.save()

    await until(() => page.work().state.kind === 'failed')
    expect(page.says()).toContain('the server did not answer')
    expect(page.says()).toContain('Try again')
  })

  it('leaves a good save of a new page what it is', async () => {
    const page = await open(NEW, { 'page.save': () => ({ pageId: 9, revision: 1 }) })
    lockStorage()

    await page.type('The text that was typed')
    await page.save()

    await until(() => page.work().state.kind === 'saved')
    expect([page.created, page.work().pageId]).toEqual([[9], 9])
  })

  it('is told to who writes', async () => {
    const page = await open(STORED, {})
    fillStorage()

    await page.type('The text that was typed')
    await act(async () => void window.dispatchEvent(new Event('pagehide')))

    await until(() => page.says()?.includes('This browser cannot keep drafts'))
  })
})

it('says so when what somebody else saved cannot be fetched', async () => {
  const refuse = () => {
    throw new Refused('pageChanged')
  }
  const page = await open(STORED, { 'page.save': refuse, 'page.info': lose })

  await page.type('The text that was typed')
  await page.save()

  await until(() => page.work().state.kind === 'failed')
})

it('[EDIT-26] [CONST-08] a save without an answer is given up after 20 seconds', async () => {
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
  it('asks for those who follow the page to be told, also when the text was saved before', async () => {
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

  it('is told with the try that succeeds, and once', async () => {
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

  it('waits for a save that is under way', async () => {
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

  it('says whether it was done', async () => {
    const page = await open(STORED, { 'page.save': lose })

    const isDone = await act(() => page.work().saveWith({ notifyRemark: '' }))

    expect(isDone).toBe(false)
  })
})

describe('a page of another kind than markdown', () => {
  it('takes no markdown, and keeps what was written in a face that breaks', async () => {
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

describe('the text typed a moment ago is kept', () => {
  it('when the editor goes, as by the Back button of the browser', async () => {
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

  it('under the number of the page that its first save gave it', async () => {
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

  it('[DRAFT-06] and gone once it is saved', async () => {
    const page = await open(STORED, { 'page.save': () => ({ pageId: 7, revision: 4 }) })
    await page.type('typed a moment ago')
    await act(async () => void window.dispatchEvent(new Event('pagehide')))

    await page.save()
    await until(() => page.work().state.kind === 'saved')
    await page.leave()

    expect(await draftTexts(7)).toEqual([])
  })
})

describe('[R9] a save whose answer was lost', () => {
  /** The server does the first save and its answer is lost; then somebody else saves. */
  function server() {
    const done: string[] = []
    return {
      'page.save': ({ saveId }: { saveId: string }) => {
        if (done.length === 0) {
          done.push(saveId)
          return lose()
        }
        if (saveId === done[0]) return { pageId: 7, revision: 4 }
        throw new Refused('pageChanged')
      },
      'page.info': () => ({ ...NEWER, pageContent: 'The text of somebody else' }),
    }
  }
  const lost = async (answers: ReturnType<typeof server>, typed: string) => {
    const page = await open(STORED, answers)
    await page.type(typed)
    await page.save()
    await until(() => page.work().state.kind === 'failed')
    return page
  }

  it("is known as one's own by the editor that takes the draft up, also after somebody else has saved", async () => {
    const answers = server()
    await (await lost(answers, 'The text that was typed')).leave()
    const page = await open({ ...STORED, page: { ...STORED.page, content: 'The text of somebody else' }, revision: 5 }, answers) // prettier-ignore
    await until(() => page.work().kept.offered !== null)

    await act(async () => page.work().restoreDraft())
    await page.type('The text that was typed')
    await page.save()
    await until(() => page.work().state.kind !== 'saving' && page.work().state.kind !== 'unsaved')

    expect(page.work().state).toMatchObject({ kind: 'saved', revision: 4 })
    expect(page.work().newer).toBeNull()
    expect(await draftTexts(7)).toEqual([])
  })

  it('is what the text that went on is joined from, and not taken for the text of somebody else', async () => {
    const page = await lost(server(), 'The text that was typed')

    await page.type('The text that was typed, and more')
    await page.save()
    await until(() => page.work().newer !== null)

    expect(page.work().base()).toEqual({ page: { ...STORED.page, content: 'The text that was typed' }, revision: 4 })
  })

  it('makes one page of a new one, whoever takes its draft up', async () => {
    const sent: { saveId: string; pageId: number }[] = []
    const answers: Answers = {
      'page.save': (input: { saveId: string; pageId: number }) => {
        sent.push(input)
        return sent.length === 1 ? lose() : { pageId: 9, revision: sent.length }
      },
    }
    const first = await open(NEW, answers)
    await first.type('The first text of a new page')
    await first.save()
    await until(() => first.work().state.kind === 'failed')
    await first.leave()
    const page = await open(NEW, answers)
    await until(() => page.work().kept.offered !== null)

    await act(async () => page.work().restoreDraft())
    await page.type('The first text of a new page, and more')
    await page.save()
    await until(() => page.work().state.kind === 'saved')

    expect(sent.map(({ pageId }) => pageId)).toEqual([0, 0, 9])
    expect(sent[1]?.saveId).toBe(sent[0]?.saveId)
    expect(page.created).toEqual([9])
  })
})

it('a joined text that is the stored one counts as saved, and leaves no draft', async () => {
  const refuse = () => {
    throw new Refused('pageChanged')
  }
  const page = await open(STORED, { 'page.save': refuse, 'page.info': () => NEWER })
  await page.type('The text that was typed')
  await page.save()
  await until(() => page.work().newer !== null)
  await act(async () => void window.dispatchEvent(new Event('pagehide')))
  expect(await draftTexts(7)).toEqual(['The text that was typed'])

  await page.type('The newer text')
  await act(async () => page.work().takeMerged({ title: 'Login', content: 'The newer text', catalogId: 0 }))
  await until(() => page.work().state.kind === 'saved')

  expect(page.work().state).toMatchObject({ kind: 'saved', revision: 5 })
  await expect.poll(() => draftTexts(7)).toEqual([])
})

it('a save leaves the page where somebody put it meanwhile, unless the writer moves it', async () => {
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

it('whoever leaves a new page while it is being saved is not brought back', async () => {
  let answer: (saved: unknown) => void = () => undefined
  const page = await open(NEW, { 'page.save': () => new Promise((resolve) => (answer = resolve)) })
  await page.type('The first text of a new page')
  await page.save()

  await page.leave()
  await act(async () => answer({ pageId: 9, revision: 1 }))
  await expect.poll(() => draftTexts(0)).toEqual([])

  expect(page.created).toEqual([])
})

it('a text that became a page of its own is offered for the old one no more', async () => {
  const page = await open(STORED, {})
  await page.type('The text that was typed')
  await act(async () => void window.dispatchEvent(new Event('pagehide')))
  expect(await draftTexts(7)).toEqual(['The text that was typed'])

  await act(() => page.work().letGo(page.work().current()))
  await page.leave()

  expect(await draftTexts(7)).toEqual([])
})

it('[EDIT-13] a face that comes after an insertion has its cursor behind it', async () => {
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
