// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/support/mounted.tsx'
import { draftTexts, lose, NEWER, openPageWork as open, STORED } from '#tests/support/page-work.tsx'
import { clearDrafts } from '#web/editor/drafts.ts'

beforeEach(clearDrafts)

it('a save that did not reach the server is repeated once it is reachable again', async () => {
  let isThere = false
  const page = await open(STORED, { 'page.save': () => (isThere ? { pageId: 7, revision: 4 } : lose()) })
  await page.type('The text that was typed')
  await page.save()
  await until(() => page.work().state.kind === 'failed')

  isThere = true
  await act(async () => void window.dispatchEvent(new Event('online')))

  await until(() => page.work().state.kind === 'saved')
})

it('a save that did not reach the server is repeated with what was typed since', async () => {
  let isThere = false
  const sent: { pageContent: string }[] = []
  const page = await open(STORED, {
    'page.save': (input: { pageContent: string }) => {
      if (!isThere) lose()
      sent.push(input)
      return { pageId: 7, revision: 4 }
    },
  })
  await page.type('The text that was typed')
  await page.save()
  await until(() => page.work().state.kind === 'failed')
  await page.type('The text that was typed, and more')

  isThere = true
  await act(async () => void window.dispatchEvent(new Event('online')))

  await until(() => page.work().state.kind === 'saved')
  expect(sent.at(-1)?.pageContent).toBe('The text that was typed, and more')
})

/** A server that is away until `isThere`, and has what reached it although its answers were lost. */
function awayServer() {
  const sent: { saveId: string; pageContent: string }[] = []
  const line = { isThere: false, stored: STORED.page.content, revision: 3, timesAsked: 0 }
  const answers = {
    'page.save': (input: { saveId: string; pageContent: string }) => {
      if (!line.isThere) lose()
      sent.push(input)
      return { pageId: 7, revision: (line.revision += 1) }
    },
    'page.info': () => {
      if (!line.isThere) lose()
      line.timesAsked++
      return { ...NEWER, pageContent: line.stored, revision: line.revision }
    },
  }
  return { sent, line, answers }
}
/** Types back what is stored, and pauses. */
async function takeBack(page: Awaited<ReturnType<typeof open>>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await page.type(STORED.page.content)
  await act(async () => void vi.advanceTimersByTime(1_000))
  vi.useRealTimers()
}
/** A page whose save, made while the server was away, was taken back by hand. */
async function openedAndTakenBack() {
  const { sent, line, answers } = awayServer()
  const page = await open(STORED, answers)
  await page.type('A slip')
  await page.save()
  await until(() => page.work().state.kind === 'failed')
  await takeBack(page)
  return { sent, line, page }
}
const comeBack = () => act(async () => void window.dispatchEvent(new Event('online')))

it('a save made offline and taken back by hand is not sent, and neither is what was typed since', async () => {
  const { sent, line, page } = await openedAndTakenBack()
  await page.type('The text on the server, and a begin')

  line.isThere = true
  await comeBack()
  await until(() => line.timesAsked > 0)

  expect(sent).toEqual([])
  expect(page.work().isUnsaved()).toBe(true)
  await page.save()
  await until(() => page.work().state.kind === 'saved')
  expect(sent.map(({ pageContent }) => pageContent)).toEqual(['The text on the server, and a begin'])
})

it('a save made offline and taken back by hand leaves nothing unsaved once the connection is back', async () => {
  const { sent, line, page } = await openedAndTakenBack()
  expect(page.work().isUnsaved()).toBe(true)

  line.isThere = true
  await comeBack()

  await until(() => page.work().state.kind === 'clean')
  expect([page.work().isUnsaved(), sent, await draftTexts(7)]).toEqual([false, [], []])
})

it('a save that was taken back by hand, and had reached the server, stays unsaved until somebody saves', async () => {
  const { sent, line, page } = await openedAndTakenBack()

  Object.assign(line, { isThere: true, stored: 'A slip', revision: 4 })
  await comeBack()
  await until(() => line.timesAsked > 0)
  expect([page.work().isUnsaved(), sent]).toEqual([true, []])

  await page.save()
  await until(() => page.work().state.kind === 'saved')
  expect(sent.at(-1)?.pageContent).toBe(STORED.page.content)
})

it('the line no longer says “offline” once the connection is back, whether or not something was saved', async () => {
  let isThere = false
  const page = await open(STORED, { 'page.keepDraft': () => (isThere ? {} : lose()) })
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await page.type('The text that was typed')
  await act(async () => void window.dispatchEvent(new Event('offline')))
  await act(async () => void window.dispatchEvent(new Event('pagehide')))
  await until(() => page.says()?.includes('Offline'))

  isThere = true
  connection.mockReturnValue(true)
  await act(async () => void window.dispatchEvent(new Event('online')))

  await until(() => !page.says()?.includes('Offline'))
})

it('a text that nobody saved is not saved automatically', async () => {
  const sent: { pageContent: string }[] = []
  const page = await open(STORED, {
    'page.save': (input: { pageContent: string }) => {
      sent.push(input)
      return { pageId: 7, revision: 4 }
    },
  })
  await page.type('The text that was typed')

  await act(async () => void window.dispatchEvent(new Event('online')))
  await page.type('The text that was typed, and more')
  await page.save()
  await until(() => page.work().state.kind === 'saved')

  expect(sent.map(({ pageContent }) => pageContent)).toEqual(['The text that was typed, and more'])
})

it('followers are told once the connection is back, also when a letter was typed and deleted since', async () => {
  const { line, answers } = awayServer()
  const told: unknown[] = []
  const page = await open(STORED, {
    ...answers,
    'page.save': (input: { saveId: string; notifyContent?: string }) => {
      told.push([input.saveId, input.notifyContent])
      return line.isThere ? { pageId: 7, revision: 3 } : lose()
    },
  })
  await act(async () => void page.work().saveWith({ notifyRemark: 'Look here' }))
  await until(() => page.work().state.kind === 'failed')
  await page.type('The text on the server!')
  await takeBack(page)

  line.isThere = true
  await comeBack()

  await until(() => page.work().state.kind === 'saved')
  // As the same save: it may have reached the server although its answer was lost.
  expect(told).toEqual([told[0], told[0]])
  expect(told[0]).toEqual([expect.any(String), 'Look here'])
})

it('of a save with a remark that was taken back by hand, only the remark is sent', async () => {
  const { sent, line, answers } = awayServer()
  const page = await open(STORED, answers)
  await page.type('A slip')
  await act(async () => void page.work().saveWith({ notifyRemark: 'Look here' }))
  await until(() => page.work().state.kind === 'failed')
  await takeBack(page)

  line.isThere = true
  await comeBack()

  await until(() => page.work().state.kind === 'saved')
  expect(sent).toMatchObject([{ pageContent: STORED.page.content, notifyContent: 'Look here' }])
})
