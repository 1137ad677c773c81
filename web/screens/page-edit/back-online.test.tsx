// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/support/mounted.tsx'
import { lose, openPageWork as open, STORED } from '#tests/support/page-work.tsx'
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
