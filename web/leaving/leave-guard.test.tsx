// @vitest-environment jsdom
import { act, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { useLocation } from 'wouter'
import { stubDialogs } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { guardSteps, listenForSteps } from '#web/session/history-steps.ts'
import { LeaveGuard } from './leave-guard.tsx'

const EDITOR = '/page/edit/1/7'

function Screens({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const [path] = useLocation()
  return path === EDITOR ? <LeaveGuard isUnsaved={() => isUnsaved} /> : <p>left</p>
}

const TABS = '/item/setting/7'
/** Two forms in tabs, of which the first one, with something typed in it, is not the last one shown. */
function Tabs() {
  const [path] = useLocation()
  if (!path.startsWith(TABS)) return <p>left</p>
  return (
    <>
      <LeaveGuard isUnsaved={() => true} isKeptAt={(to) => to.startsWith(TABS)} />
      <LeaveGuard isUnsaved={() => false} />
      <p>{path}</p>
    </>
  )
}

const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())

/** The editor, reached from the item view. */
async function open(isUnsaved: boolean) {
  history.pushState(null, '', '/1/7')
  history.pushState(null, '', EDITOR)
  const { place } = await mounted(<Screens isUnsaved={isUnsaved} />, {})
  return {
    place,
    back: () => act(async () => history.back()),
    press,
    isAsked: () => document.body.textContent?.includes('Leave without saving?') ?? false,
  }
}

listenForSteps()
beforeEach(() => {
  stubDialogs()
})

describe('the Back button of the browser', () => {
  it('leaves a saved page', async () => {
    const editor = await open(false)

    await editor.back()

    await until(() => editor.place.textContent === 'left')
  })

  it('asks before it leaves unsaved text, and stays when told so', async () => {
    const editor = await open(true)

    await editor.back()
    await until(editor.isAsked)
    await editor.press('Cancel')

    expect([location.pathname, editor.isAsked()]).toEqual([EDITOR, false])
  })

  it('leaves unsaved text when told so', async () => {
    const editor = await open(true)
    await editor.back()
    await until(editor.isAsked)

    await editor.press('Leave')

    await until(() => editor.place.textContent === 'left')
    expect(location.pathname).toBe('/1/7')
  })

  it('asks again the next time', async () => {
    const editor = await open(true)
    await editor.back()
    await until(editor.isAsked)
    await editor.press('Cancel')

    await editor.back()

    await until(editor.isAsked)
    expect(location.pathname).toBe(EDITOR)
  })
})

it('a link to a place on the same page is followed without asking', async () => {
  const { place, isAsked } = await open(true)
  const link = place.appendChild(document.createElement('a'))
  link.href = `${EDITOR}#user-content-notes`

  await act(async () => link.click())

  expect(isAsked()).toBe(false)
})

it('of several forms, the one with something typed asks, once, and not on the way to another tab', async () => {
  for (const path of ['/1/7', TABS, `${TABS}/members`]) history.pushState(null, '', path)
  const { place } = await mounted(<Tabs />, {})
  const link = place.appendChild(document.createElement('a'))
  const questions = () => document.querySelectorAll('dialog').length

  await act(async () => history.back())
  await until(() => place.textContent === TABS)
  link.href = `${TABS}/members`
  link.addEventListener('click', (event) => event.preventDefault())
  await act(async () => link.click())
  expect(questions()).toBe(0)

  await act(async () => history.back())
  await until(() => questions() === 1)
  expect(location.pathname).toBe(TABS)
})

/** Two forms in tabs, both with something typed in them. */
function TypedTabs() {
  const [path] = useLocation()
  if (!path.startsWith(TABS)) return <p>left</p>
  return (
    <>
      <LeaveGuard isUnsaved={() => true} />
      <LeaveGuard isUnsaved={() => true} />
    </>
  )
}

it('of several forms with something typed, one asks for all', async () => {
  for (const path of ['/1/7', TABS]) history.pushState(null, '', path)
  const { place } = await mounted(<TypedTabs />, {})

  await act(async () => history.back())
  await until(() => document.querySelector('dialog'))
  await press('Leave')

  await until(() => place.textContent === 'left')
})

/** A form with something typed in it, below a dialog. */
function FormBelowDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <LeaveGuard isUnsaved={() => true} />
      <button onClick={() => setOpen(true)}>Open</button>
      {isOpen && (
        <Dialog title="Add people" onClose={() => setOpen(false)}>
          <form>
            <input />
          </form>
        </Dialog>
      )}
    </>
  )
}

it('Back with a typed dialog above a typed form asks about the dialog, and the next one about the form', async () => {
  for (const path of ['/1/7', EDITOR]) history.pushState(null, '', path)
  const { place } = await mounted(<FormBelowDialog />, {})
  const questions = () => [...document.querySelectorAll('dialog h2')].map(({ textContent }) => textContent)
  await press('Open')
  const input = place.querySelector('input')
  if (input) input.value = 'ann'

  await act(async () => history.back())
  await until(() => questions().length > 1)
  expect(questions()).toEqual(['Add people', 'Discard what you typed?'])
  await press('Discard')
  expect(questions()).toEqual([])

  await act(async () => history.back())
  await until(() => questions().length > 0)
  expect(questions()).toEqual(['Leave without saving?'])
})

it('who has agreed to leave and is still here is asked again, by Back and by the browser', async () => {
  const { place, back, press: answer, isAsked } = await open(true)
  const isAskedByBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  let isKept = false
  await back()
  await until(isAsked)
  // In place of a dialog that came above it since.
  const unguard = guardSteps(() => {
    history.pushState(null, '', EDITOR)
    return (isKept = true)
  })
  await answer('Leave')
  await until(() => isKept)
  unguard()
  expect(place.textContent).not.toBe('left')

  expect(isAskedByBrowser()).toBe(true)
  await back()
  await until(isAsked)
})
