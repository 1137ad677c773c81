// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useLocation } from 'wouter'
import { mounted, Refused, until, type Answers } from '#tests/support/mounted.tsx'
import { clearDrafts } from '#web/editor/drafts.ts'
import { SaveAsNew } from './save-as-new.tsx'
import { usePageWork } from '../use-page-work.ts'

interface Sent {
  readonly saveId: string
  readonly pageId: number
  readonly pageContent: string
}

/** The button, on a screen that may unmount and remount it, as its banner does. */
function Workbench() {
  const page = { title: 'Login', content: 'My text', catalogId: 0 }
  const work = usePageWork({
    itemId: 1,
    username: 'ann',
    start: { pageId: 7, page, revision: 3, kind: 'markdown' },
    kindFaces: { kind: 'markdown', faces: [], opensIn: () => 'rich' },
    onCreated: () => undefined,
  })
  const [path] = useLocation()
  return (
    <>
      <output>{path}</output>
      {work.title !== 'away' && <SaveAsNew itemId={1} work={work} />}
      <button type="button" name="away" onClick={() => work.rename(work.title === 'away' ? 'Login' : 'away')}>
        Elsewhere
      </button>
    </>
  )
}

async function open(answers: Answers) {
  history.pushState(null, '', '/page/edit/1/7')
  const { place } = await mounted(<Workbench />, answers)
  const click = (button: string) =>
    act(async () => place.querySelector<HTMLButtonElement>(`button${button}:not([aria-disabled=true])`)?.click())
  return {
    address: () => place.querySelector('output')?.textContent,
    save: () => click(':not([name])'),
    away: () => click('[name=away]'),
    isReady: () => place.querySelector('button:not([name]):not([aria-disabled=true])'),
  }
}
beforeEach(clearDrafts)

it('creates one page from a text, even if responses are lost', async () => {
  const sent: Sent[] = []
  const answer = vi
    .fn<() => unknown>()
    .mockImplementationOnce(() => {
      throw new Error('the connection broke')
    })
    .mockImplementationOnce(() => {
      throw new Refused('otherPerson')
    })
    .mockReturnValue({ pageId: 9, revision: 1 })
  const screen = await open({
    'page.save': (input: Sent) => {
      sent.push(input)
      return answer()
    },
  })

  await until(screen.isReady)
  await screen.save()
  await until(() => sent.length === 1 && screen.isReady())
  await screen.away()
  await screen.away()
  await screen.save()
  await until(() => sent.length === 2 && screen.isReady())
  await screen.save()

  await until(() => screen.address() === '/page/edit/1/9')
  expect(sent.map(({ pageId, pageContent }) => [pageId, pageContent])).toEqual(sent.map(() => [0, 'My text']))
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ saveId }) => saveId)).size).toBe(1)
  expect(sent[0]?.saveId).toMatch(/^\w{32}$/)
})
