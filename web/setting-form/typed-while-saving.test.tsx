// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { valuesAfterSave, type ShownField } from './shown-field.ts'
import { useFormKey } from './use-form-key.ts'
import { useSettingValues } from './use-setting-values.ts'

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
  ['keeps its text when something was typed before the answer came', true, 'abc'],
  ['starts anew with what is stored when nothing was', false, 'stored'],
])('a form that is read again after a save %s', async (_, isTypedOn, shown) => {
  const read = Promise.withResolvers<{ readonly isSuccess: boolean }>()
  const started: (() => void)[] = []
  function Form({ value, onSaved }: { readonly value: string; onSaved(isAsSent: () => boolean): void }) {
    const { values, change, noted } = useSettingValues([field(value)])
    const save = () => {
      const isAsSent = noted()
      started.push(() => onSaved(isAsSent))
    }
    return (
      <>
        <button onClick={() => change('host', 'ab')}>Type</button>
        <button onClick={save}>Save</button>
        <button onClick={() => change('host', 'abc')}>Type on</button>
        <output>{String(values['host'])}</output>
      </>
    )
  }
  function Section() {
    const [key, renew] = useFormKey({ refetch: () => read.promise })
    return <Form key={key} value={key === 0 ? 'a' : 'stored'} onSaved={renew} />
  }
  const { place } = await mounted(<Section />, {})
  const [type, save, typeOn] = place.querySelectorAll('button')
  const press = (button: HTMLButtonElement | undefined) => act(async () => button?.click())
  await press(type)
  await press(save)

  started[0]?.()
  if (isTypedOn) await press(typeOn)
  await act(async () => read.resolve({ isSuccess: true }))

  expect(place.querySelector('output')?.textContent).toBe(shown)
})
