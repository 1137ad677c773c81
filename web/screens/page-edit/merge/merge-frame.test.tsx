// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubDialogs } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import type { PageDraft } from '#web/editor/drafts.ts'
import { KindMergeDialog } from './kind-merge-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import type { MergeDialogProps } from './merge-frame.tsx'

beforeEach(() => {
  stubDialogs()
})

const DIALOGS = {
  'of markdown': (props: MergeDialogProps) => <MergeDialog {...props} />,
  'of another kind': (props: MergeDialogProps) => <KindMergeDialog {...props} pageId={7} />,
}
const page = (title: string, catalogId: number): PageDraft => ({ title, content: 'Text.\n', catalogId })

async function opened(kind: keyof typeof DIALOGS, mine: PageDraft, theirs: PageDraft) {
  const merged: PageDraft[] = []
  const newer = { page: theirs, revision: 2, who: 'olga', when: '2026-03-01T09:30:00.000Z' }
  const { place } = await mounted(
    DIALOGS[kind]({
      base: page('Login', 1),
      mine: () => mine,
      newer,
      onMerged: (one) => merged.push(one),
      onClose: () => undefined,
    }),
    { 'page.merge': () => ({ pageContent: 'Text.\n', conflicts: [] }) },
  )
  await until(() => place.querySelector('.merge-count'))
  const save = () => place.querySelector<HTMLButtonElement>('.dialog-foot [data-look=primary]')
  return {
    place,
    merged,
    save,
    choose: (name: string) =>
      act(async () => [...place.querySelectorAll('label')].find(({ textContent }) => textContent === name)?.click()),
  }
}

it.each(Object.keys(DIALOGS) as (keyof typeof DIALOGS)[])(
  'a page %s is called as is chosen where both gave it a name, and lies where one of them put it',
  async (kind) => {
    const { place, merged, save, choose } = await opened(kind, page('Log in', 1), page('Sign in', 4))
    expect(place.querySelector('.merge-count')?.textContent).toContain('One passage')
    expect(save()?.ariaDisabled).toBe('true')

    await choose('Keep mine')
    await act(async () => save()?.click())

    expect(merged).toEqual([page('Log in', 4)])
  },
)

it.each(Object.keys(DIALOGS) as (keyof typeof DIALOGS)[])(
  'a page %s takes the name that one alone gave it',
  async (kind) => {
    const { place, merged, save } = await opened(kind, page('Log in', 3), page('Login', 1))
    expect(place.textContent).toContain('fit together')

    await act(async () => save()?.click())

    expect(merged).toEqual([page('Log in', 3)])
  },
)
