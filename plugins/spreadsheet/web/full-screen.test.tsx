// @vitest-environment jsdom
import { act, useEffect, useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import type { KeptDrafts } from '#web/screens/page-edit/drafts/use-manuscript.ts'
import { StateLine } from '#web/screens/page-edit/state-line.tsx'
import type { WorkState } from '#web/screens/page-edit/work-state.ts'
import { useFullScreen } from './use-full-screen.ts'

const KEPT: KeptDrafts = { at: null, isOffline: false, isRefused: false, offered: null }
const FAILED: WorkState = { kind: 'failed', message: 'no connection', isLoginDue: false }
const nothing = () => undefined

/** A sheet in full screen beside the line that says how its page is kept. */
async function sheetInFullScreen() {
  let tell: (state: WorkState, kept?: Partial<KeptDrafts>) => void = nothing
  let troubles = 0
  function Sheet() {
    const place = useRef<HTMLDivElement>(null)
    const [line, setLine] = useState({ state: { kind: 'clean' } as WorkState, kept: KEPT })
    useEffect(() => {
      tell = (state, kept) => setLine({ state, kept: { ...KEPT, ...kept } })
    }, [])
    const { isFull, enter } = useFullScreen({ place, onTrouble: () => (troubles += 1), onFocusLost: nothing })
    return (
      <>
        <StateLine {...line} isExplained={false} username="ann" onRetry={nothing} onLoggedIn={nothing} />
        <div className="beside" />
        <div className="toasts" />
        <div ref={place} className="sheet">
          <button onClick={enter}>{String(isFull)}</button>
        </div>
      </>
    )
  }
  const { place } = await mounted(<Sheet />, {})
  const isFull = () => place.querySelector('.sheet button')?.textContent === 'true'
  const enter = () => act(async () => place.querySelector<HTMLButtonElement>('.sheet button')?.click())
  await enter()
  expect(isFull()).toBe(true)
  return {
    isFull,
    enter,
    troubles: () => troubles,
    say: (state: WorkState, kept?: Partial<KeptDrafts>) => act(async () => tell(state, kept)),
    alert: (where: string, text: string) =>
      act(async () => {
        const alert = Object.assign(document.createElement('p'), { role: 'alert', textContent: text })
        place.querySelector(where)?.append(alert)
      }),
  }
}

it('a sheet leaves full screen when a save fails, each time anew', async () => {
  const sheet = await sheetInFullScreen()
  await sheet.say({ kind: 'unsaved' })
  await sheet.say({ kind: 'saving' })
  expect(sheet.isFull()).toBe(true)

  await sheet.say(FAILED)
  await until(() => !sheet.isFull())
  expect(sheet.troubles()).toBe(1)

  await sheet.enter()
  await sheet.say({ kind: 'saving' })
  expect(sheet.isFull()).toBe(true)
  await sheet.say(FAILED)
  await until(() => !sheet.isFull())
})

it('a sheet leaves full screen when the connection is lost, and may go back to it', async () => {
  const sheet = await sheetInFullScreen()

  await sheet.say({ kind: 'unsaved' }, { isOffline: true })
  await until(() => !sheet.isFull())

  await sheet.enter()
  await sheet.say({ kind: 'unsaved' }, { isOffline: true, at: new Date() })
  expect(sheet.isFull()).toBe(true)
})

it('a sheet leaves full screen for an alert that it covers, and for no other', async () => {
  const sheet = await sheetInFullScreen()

  await sheet.alert('.sheet', 'These cells cannot be saved')
  await sheet.alert('.toasts', 'Saved')
  expect(sheet.isFull()).toBe(true)

  await sheet.alert('.beside', 'bob asks for this page')
  await until(() => !sheet.isFull())
})
