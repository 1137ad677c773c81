// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import type { ReactNode } from 'react'
import { mounted } from '#tests/support/mounted.tsx'
import { FormAlert } from './form-alert.tsx'

const assign = vi.hoisted(() => vi.fn<(target: string) => void>())
vi.mock('#web/site-path.ts', async (original) => ({ ...(await original<object>()), goTo: assign }))
afterEach(() => assign.mockReset())

const ended = Object.assign(new Error('Please log in.'), { data: { kind: 'loginRequired' } })
const alert = <FormAlert error={ended} />
const shown = async (form: ReactNode): Promise<Element | null> =>
  (await mounted(form, {})).place.querySelector('[role=alert]')

it('leads to the login when the session has ended and nothing was entered', async () => {
  await shown(
    <form>
      {alert}
      <input aria-label="Name" />
      <input type="checkbox" aria-label="Also" defaultChecked />
      <select aria-label="Team">
        <option value="">–</option>
      </select>
      <div contentEditable="false">Mei</div>
    </form>,
  )

  expect(assign.mock.calls).toEqual([['/user/login']])
})

it.each([
  ['a form', 'form', 'input'],
  ['a dialog', 'dialog', 'textarea'],
] as const)('leaves what was entered in %s, and offers the login in another window', async (_, Around, Field) => {
  const said = await shown(
    <Around>
      {alert}
      <Field aria-label="Name" defaultValue="Mei" />
    </Around>,
  )

  expect(assign).not.toHaveBeenCalled()
  expect(said?.textContent).toBe(
    'You are logged out. What you entered is still here: log in in another window, then send it again. Log in in another window',
  )
  const link = said?.querySelector('a')
  expect([link?.getAttribute('href'), link?.target]).toEqual(['/user/login', '_blank'])
})

it.each([
  [
    'a chosen entry',
    <select aria-label="Team" key="field" defaultValue="2">
      <option value="2">Two</option>
    </select>,
  ],
  [
    'rich text',
    <div key="field" contentEditable suppressContentEditableWarning>
      Mei
    </div>,
  ],
  ['a ticked box', <TickedBox key="field" />],
])('leaves %s that is all that was entered', async (_, field) => {
  await shown(
    <form>
      {field}
      {alert}
    </form>,
  )

  expect(assign).not.toHaveBeenCalled()
})

/** Ticked by somebody, as opposed to shown ticked. */
function TickedBox() {
  return (
    <input
      type="checkbox"
      aria-label="Also"
      ref={(box) => {
        box?.click()
      }}
    />
  )
}

it('says anything else in the words of the server, and leads nowhere', async () => {
  const taken = Object.assign(new Error('This username is taken.'), { data: { kind: 'usernameTaken' } })

  expect((await shown(<FormAlert error={taken} />))?.textContent).toBe('This username is taken.')

  expect(assign).not.toHaveBeenCalled()
})
