// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { valuesAfterSave, type ShownField } from './shown-field.ts'
import { useSettingValues, type TakeStored } from './use-setting-values.ts'

const field = (value: string): ShownField => ({ name: 'host', label: 'Host', hint: '', kind: 'text', value })

it('a form shows what is stored after a save, and keeps what was typed since it was sent', () => {
  const sent = { host: 'a', port: '636', secret: 'new' }

  expect(valuesAfterSave({ host: 'a', port: 636, secret: '********' }, sent, { ...sent, host: 'ab' })).toEqual({
    host: 'ab',
    port: 636,
    secret: '********',
  })
})

it.each([
  ['shows what is stored when nothing was typed since', null, 'stored', {}],
  ['keeps what was typed since', 'abc', 'abc', { host: 'abc' }],
  ['is unsaved when the value from before the save was typed since', 'a', 'a', { host: 'a' }],
])('a form that is read again after a save %s', async (_, typedOn, shown, unsaved) => {
  const sent: TakeStored[] = []
  function Form() {
    const { values, changed, change, noted } = useSettingValues([field('a')])
    return (
      <>
        <button onClick={() => change('host', 'ab')}>Type</button>
        <button onClick={() => sent.push(noted())}>Save</button>
        <button onClick={() => typedOn !== null && change('host', typedOn)}>Type on</button>
        <output>{JSON.stringify([values['host'], changed])}</output>
      </>
    )
  }
  const { place } = await mounted(<Form />, {})
  for (const button of place.querySelectorAll('button')) await act(async () => button.click())

  await act(async () => sent[0]?.([field('stored')]))

  expect(JSON.parse(place.querySelector('output')?.textContent ?? '')).toEqual([shown, unsaved])
})
