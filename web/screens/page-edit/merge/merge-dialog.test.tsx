// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubDialogs } from '#tests/support/missing-in-jsdom.ts'
import { mounted } from '#tests/support/mounted.tsx'
import type { PageDraft } from '#web/editor/drafts.ts'
import { MergeDialog } from './merge-dialog.tsx'

const page = (content: string): PageDraft => ({ title: 'Login', content, catalogId: 0 })
const BASE = 'One.\n\nTwo.\n'

beforeEach(() => {
  stubDialogs()
})

/** The merge view over an editor whose text may still change. */
async function opened(mine: string, theirs: string) {
  let text = mine
  const merged: string[] = []
  const newer = { page: page(theirs), revision: 2, who: 'olga', when: '2026-03-01T09:30:00.000Z' }
  const { place } = await mounted(
    <MergeDialog
      base={page(BASE)}
      mine={() => page(text)}
      newer={newer}
      onMerged={({ content }) => merged.push(content)}
      onClose={() => undefined}
    />,
    {},
  )
  return {
    merged,
    add: (more: string) => (text += more),
    choose: (label: string) =>
      act(async () => [...place.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.click()),
    save: () => act(async () => place.querySelector<HTMLButtonElement>('.dialog-foot [data-look=primary]')?.click()),
  }
}

it('includes text that an upload adds during the merge', async () => {
  const dialog = await opened('One.\n\nTwo, mine.\n', 'One, theirs.\n\nTwo.\n')

  dialog.add('\n![picture](/picture.png)\n')
  await dialog.save()

  expect(dialog.merged).toEqual(['One, theirs.\n\nTwo, mine.\n\n![picture](/picture.png)\n'])
})

it('asks again where this affects a choice', async () => {
  const dialog = await opened('One, mine.\n\nTwo.\n', 'One, theirs.\n\nTwo.\n')
  await dialog.choose('Keep mine')

  dialog.add('\n![picture](/picture.png)\n')
  await dialog.save()
  expect(dialog.merged).toEqual([])
  await dialog.choose('Keep mine')
  await dialog.save()

  expect(dialog.merged).toEqual(['One, mine.\n\nTwo.\n\n![picture](/picture.png)\n'])
})
