// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { stubDialogs } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { InvitationTable } from './invitation-table.tsx'

const invitation = (id: number) => ({
  ...{ id, email: `${id}@example.org`, name: '', invitedBy: 'mei', until: '2026-03-01T09:30:00.000Z' },
})

it('the answer to a withdrawal leaves the dialog about another invitation open', async () => {
  stubDialogs()
  const answers = new Map<number, (answer: object) => void>()
  let reads = 0
  const { place } = await mounted(<InvitationTable />, {
    'invitation.list': () => {
      reads += 1
      return { list: [invitation(1), invitation(2)], total: 2 }
    },
    'invitation.withdraw': ({ id }: { readonly id: number }) =>
      new Promise((answer) => {
        answers.set(id, answer)
      }),
  })
  await until(() => place.querySelector('tbody tr'))
  const press = (selector: string, at = 0) =>
    act(async () => place.querySelectorAll<HTMLButtonElement>(selector)[at]?.click())
  await press('.table-actions button', 0)
  await press('.dialog-foot button', 1)
  await until(() => answers.has(1))
  await press('.dialog-foot button', 0)
  expect(place.querySelector('dialog')).toBeNull()
  await press('.table-actions button', 1)
  const action = place.querySelectorAll<HTMLButtonElement>('.dialog-foot button')[1]
  expect(action?.ariaDisabled).toBe('false')

  await act(async () => answers.get(1)?.({}))
  await until(() => reads === 2)
  expect(place.querySelector('dialog')).not.toBeNull()

  await press('.dialog-foot button', 1)
  await until(() => answers.has(2))
  await act(async () => answers.get(2)?.({}))
  await until(() => !place.querySelector('dialog'))
})
