import { act, useEffect } from 'react'
import { expect, vi } from 'vitest'
import { deviceJournal, draftsAt } from '#web/editor/drafts.ts'
import type { TextFaceControls } from '#web/editor/face-controls.ts'
import type { KindFaces, KnownFace } from '#web/editor/kind-faces.ts'
import { FaceTroubleNotice } from '#web/screens/page-edit/face-trouble.tsx'
import { StateLine } from '#web/screens/page-edit/state-line.tsx'
import type { StartPage } from '#web/screens/page-edit/start-page.ts'
import { usePageWork, type PageWork } from '#web/screens/page-edit/use-page-work.ts'
import { mounted, type Answers } from './mounted.tsx'

export const STORED: StartPage = {
  pageId: 7,
  page: { title: 'Login', content: 'The text on the server', catalogId: 0 },
  revision: 3,
  kind: 'markdown',
}
export const NEW: StartPage = {
  pageId: 0,
  page: { title: '', content: '', catalogId: 0 },
  revision: null,
  kind: 'markdown',
}
export const NEWER = {
  pageTitle: 'Login',
  pageContent: 'The newer text',
  catalogId: 0,
  revision: 5,
  authorUsername: 'olga',
  savedAt: '2026-03-01T09:30:00.000Z',
}
/** The face of a plugin. */
const BOARD_FACE: KnownFace = {
  id: 'board',
  title: 'board',
  texts: 'boards',
  pluginId: 'boards',
  Component: () => null,
}
const FACES: KindFaces = { kind: 'markdown', faces: [], opensIn: () => 'rich' }

interface WorkbenchProps {
  readonly start: StartPage
  read(): string
  onEnd(): void
  onContinue(offset: number): void
  onFocus(): void
  onWork(work: PageWork): void
  onCreated(pageId: number): void
}

/** The state of editing a page, with a face whose content is what `read` returns. */
function Workbench({ start, read, onEnd, onContinue, onFocus, onWork, onCreated }: WorkbenchProps) {
  const work = usePageWork({ itemId: 1, username: 'ann', start, kindFaces: { ...FACES, kind: start.kind }, onCreated })
  const { attach } = work
  useEffect(() => {
    onWork(work)
  })
  useEffect(() => {
    // Faces of other kinds are attached by the test itself, and stay when the page is rendered again.
    if (start.kind !== 'markdown') return undefined
    const nothing = () => undefined
    const controls: TextFaceControls = {
      content: read,
      selection: () => '',
      insert: nothing,
      replaceSelection: nothing,
      type: nothing,
      focus: onFocus,
      moveTo: nothing,
      moveToEnd: onEnd,
      continueAt: onContinue,
      relabel: nothing,
      hold: nothing,
      placeOf: () => null,
      isCursorAt: () => false,
      fill: () => false,
      release: nothing,
    }
    attach(controls)
    return () => attach(null)
  })
  return (
    <>
      <StateLine
        state={work.state}
        isExplained={false}
        kept={work.kept}
        username="ann"
        onRetry={work.save}
        onLoggedIn={work.save}
      />
      <FaceTroubleNotice face={BOARD_FACE} work={work} onRetry={work.save} />
    </>
  )
}

/** Opens a page for editing, on a screen whose text is set by `type`. */
export async function openPageWork(start: StartPage, answers: Answers) {
  let shown = start.page.content
  let work: PageWork | undefined
  const created: number[] = []
  const onEnd = vi.fn<() => void>()
  const onContinue = vi.fn<(offset: number) => void>()
  const onFocus = vi.fn<() => void>()
  const current = (): PageWork => work ?? expect.unreachable('nothing was rendered')
  const screen = await mounted(
    <Workbench
      start={start}
      read={() => shown}
      onEnd={onEnd}
      onContinue={onContinue}
      onFocus={onFocus}
      onWork={(rendered) => (work = rendered)}
      onCreated={(pageId) => created.push(pageId)}
    />,
    answers,
  )
  return {
    ...screen,
    created,
    onEnd,
    onContinue,
    onFocus,
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
export const draftTexts = async (pageId: number): Promise<readonly string[]> =>
  (await draftsAt(deviceJournal, { username: 'ann', itemId: 1, pageId })).map(({ content }) => content)

export const lose = (): never => {
  throw new Error('the connection broke')
}
