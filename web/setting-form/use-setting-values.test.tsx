// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import type { ShownField } from './shown-field.ts'
import { useSettingValues } from './use-setting-values.ts'

const HOST: ShownField = { name: 'host', label: 'Host', hint: '', kind: 'text', value: 'a' }
const PORT: ShownField = { ...HOST, name: 'port', label: 'Port', value: '' }
const refusal = (kind: string, details: object) => ({ data: { kind, details }, message: 'in words' })

it.each([
  ['a field that was refused', refusal('invalidInput', { field: 'form.host' }), false],
  ['a field that somebody else saved', refusal('overtaken', { host: 'b' }), false],
  ['something that the form does not show', refusal('invalidInput', { field: 'form.other' }), true],
  ['the whole', refusal('notAllowed', {}), true],
])('what is wrong with %s is told at one place, also once the field was changed', async (_, error, isAtHead) => {
  function Form() {
    const { problems, change, showRefused, headOf } = useSettingValues([HOST])
    return (
      <>
        <button onClick={() => showRefused(error)}>Refuse</button>
        <button onClick={() => change('host', 'ab')}>Type</button>
        <output>{JSON.stringify([headOf(error) !== null, Object.keys(problems).length > 0])}</output>
      </>
    )
  }
  const { place } = await mounted(<Form />, {})
  const [refuse, type] = place.querySelectorAll('button')
  const shown = (): unknown => JSON.parse(place.querySelector('output')?.textContent ?? '')

  await act(async () => refuse?.click())
  expect(shown()).toEqual([isAtHead, !isAtHead])
  await act(async () => type?.click())
  expect(shown()).toEqual([isAtHead, false])
})

it('each of several refused fields tells what is wrong with it, and the first gets the focus', async () => {
  function Form() {
    const { idOf, problems, showRefused, headOf } = useSettingValues([HOST, PORT])
    const error = refusal('invalidInput', { field: 'form.host, form.port' })
    return (
      <>
        <button onClick={() => showRefused(error)}>Refuse</button>
        <input id={idOf('host')} />
        <output>{JSON.stringify([headOf(error), problems])}</output>
      </>
    )
  }
  const { place } = await mounted(<Form />, {})

  await act(async () => place.querySelector('button')?.click())

  const shown: unknown = JSON.parse(place.querySelector('output')?.textContent ?? '')
  expect(shown).toEqual([null, { host: 'refused', port: 'missing' }])
  expect(document.activeElement).toBe(place.querySelector('input'))
})
