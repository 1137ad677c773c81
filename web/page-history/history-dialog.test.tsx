// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { stubDialogs } from '#tests/support/missing-in-jsdom.ts'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import { HistoryDialog } from './history-dialog.tsx'

const VERSION = { versionId: 3, revision: 2, savedAt: '2026-01-02T03:04:05Z', authorUsername: 'ann', comment: '' }

/** The dialog with a comment that is being typed. */
async function commenting(isTyped: boolean) {
  const onClose = vi.fn<() => void>()
  const { place } = await mounted(
    <HistoryDialog page={{ pageId: 7, canEdit: true, revision: 4 }} onClose={onClose} />,
    { 'page.history': () => [VERSION], 'page.restore': () => ({}) },
  )
  const press = (name: string, at = 0) =>
    act(async () =>
      [...document.querySelectorAll('button')]
        .filter(({ textContent }) => textContent === name)
        .at(at)
        ?.click(),
    )
  const field = () => place.querySelector<HTMLInputElement>('.version-comment-form input')
  await until(() => place.querySelector('button.version-comment'))
  await act(async () => place.querySelector<HTMLElement>('button.version-comment')?.click())
  if (isTyped) await act(async () => typeInto(field(), 'As agreed'))
  return { place, press, field, onClose }
}

beforeEach(() => {
  stubDialogs()
  history.replaceState(null, '', '/1/7')
})

it('asks before a link leaves a typed comment', async () => {
  const { place, field } = await commenting(true)

  await act(async () => place.querySelector<HTMLElement>('.version-actions a')?.click())

  expect(document.body.textContent).toContain('Leave without saving?')
  expect([location.pathname, field()?.value]).toEqual(['/1/7', 'As agreed'])
})

it.each([
  { isTyped: true, closes: 0, words: 'stays open when a version was restored while a comment is typed' },
  { isTyped: false, closes: 1, words: 'closes when a version was restored' },
])('$words', async ({ isTyped, closes }) => {
  const { place, press, onClose } = await commenting(isTyped)

  await press('Restore')
  await press('Restore', -1)
  await until(() => place.querySelectorAll('dialog').length === 1)

  await until(() => onClose.mock.calls.length === closes)
})
