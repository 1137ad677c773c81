// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { stubDialogs } from '#tests/support/missing-in-jsdom.ts'
import { mounted, Refused, until, type Answers } from '#tests/support/mounted.tsx'
import type { PageDraft } from '#web/editor/drafts.ts'
import { KindMergeDialog } from './kind-merge-dialog.tsx'

const draft = (content: string, title = 'List'): PageDraft => ({ title, content, catalogId: 0 })
const newer = { page: draft('theirs'), revision: 2, who: 'olga', when: '2026-03-01T09:30:00.000Z' }

async function opened(answers: Answers, mine: () => PageDraft = () => draft('mine')) {
  stubDialogs()
  const onMerged = vi.fn<(page: PageDraft) => void>()
  const dialog = (
    <KindMergeDialog
      pageId={7}
      base={draft('base')}
      mine={mine}
      newer={newer}
      onMerged={onMerged}
      onClose={() => undefined}
    />
  )
  const { place } = await mounted(dialog, answers)
  const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  return { place, onMerged, button, press: (name: string) => act(async () => button(name)?.click()) }
}
const choose = (place: HTMLElement, name: string) =>
  act(async () =>
    [...place.querySelectorAll('label')]
      .find(({ textContent }) => textContent === name)
      ?.querySelector('input')
      ?.click(),
  )

describe('merging a page that is not markdown', () => {
  it('uses the automatic merge of the kind', async () => {
    const { place, onMerged, press } = await opened({ 'page.merge': () => ({ pageContent: 'joined', conflicts: [] }) })
    await until(() => place.textContent?.includes('fit together'))

    await press('Save the merged page')

    expect(onMerged.mock.calls).toEqual([[draft('joined')]])
  })

  it('asks where both changed the same, and merges as chosen', async () => {
    const merge = vi.fn<(input: { readonly choices: readonly string[] }) => unknown>(({ choices }) => ({
      pageContent: choices.length > 0 ? `joined with ${choices.join()}` : null,
      conflicts: [{ mine: '[x] Milk', theirs: '' }],
    }))
    const { place, onMerged, button, press } = await opened({ 'page.merge': merge })
    await until(() => place.textContent?.includes('[x] Milk'))
    expect(button('Save the merged page')?.ariaDisabled).toBe('true')

    await choose(place, 'Keep mine')
    await press('Save the merged page')
    await until(() => onMerged.mock.calls.length > 0)

    expect(onMerged.mock.calls).toEqual([[draft('joined with mine')]])
    expect(merge.mock.calls.at(-1)?.[0]).toEqual({ pageId: 7, base: 'base', mine: 'mine', theirs: 'theirs', choices: ['mine'] }) // prettier-ignore
  })

  it('asks again when the kind fails after the choices, which were made for other places', async () => {
    const whole = { mine: 'mine', theirs: 'theirs' }
    const merge = vi.fn<(input: { readonly choices: readonly string[] }) => unknown>(({ choices }) =>
      choices.length === 0
        ? { pageContent: null, conflicts: [{ mine: '[x] Milk', theirs: '' }] }
        : { pageContent: 'mine', conflicts: [whole] },
    )
    const { place, onMerged, button, press } = await opened({ 'page.merge': merge })
    await until(() => place.textContent?.includes('[x] Milk'))

    await choose(place, 'Keep mine')
    await press('Save the merged page')
    await until(() => place.textContent?.includes('theirs'))

    expect(onMerged).not.toHaveBeenCalled()
    expect(button('Save the merged page')?.ariaDisabled).toBe('true')
    await choose(place, 'Keep mine')
    await press('Save the merged page')
    await until(() => onMerged.mock.calls.length > 0)
    expect(onMerged.mock.calls).toEqual([[draft('mine')]])
  })

  it('merges the current text when it has changed meanwhile', async () => {
    let own = draft('mine')
    const answers = {
      'page.merge': ({ mine }: { readonly mine: string }) => ({ pageContent: `joined ${mine}`, conflicts: [] }),
    }
    const { place, onMerged, press } = await opened(answers, () => own)
    await until(() => place.textContent?.includes('fit together'))

    own = draft('mine, later')
    await press('Save the merged page')
    expect(onMerged).not.toHaveBeenCalled()
    await until(() => place.textContent?.includes('fit together'))
    await press('Save the merged page')

    expect(onMerged.mock.calls).toEqual([[draft('joined mine, later')]])
  })

  it('merges nothing while the server cannot, and reports it', async () => {
    const refuse = () => {
      throw new Refused('notAllowed')
    }
    const { place, onMerged, button } = await opened({ 'page.merge': refuse })
    await until(() => place.querySelector('[role=alert], .error-state'))

    expect(button('Save the merged page')?.ariaDisabled).toBe('true')
    expect(onMerged).not.toHaveBeenCalled()
  })
})
