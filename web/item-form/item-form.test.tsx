// @vitest-environment jsdom
import { act, useEffect } from 'react'
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { EMPTY_ITEM, useItemForm, type ItemForm, type ItemFormValues } from './item-form.ts'

/** What the form says about this visit password, having been opened with another. */
async function complaintAbout(password: string, opened: Partial<ItemFormValues> = {}): Promise<unknown> {
  const forms: ItemForm[] = []
  function Fields() {
    const form = useItemForm({ ...EMPTY_ITEM, itemName: 'Payments', visibility: 'password', ...opened })
    useEffect(() => void forms.push(form))
    return null
  }
  await mounted(<Fields />, {})
  await act(async () => forms.at(-1)?.setFieldValue('password', password))
  let complaint: unknown
  await act(async () => {
    complaint = forms.at(-1)?.validate().errors['password']
  })
  return complaint
}

it('new visit passwords need six characters on the screens, whatever their alphabet', async () => {
  const short = 'Use at least 6 characters.'

  expect(await complaintAbout('12345')).toBe(short)
  expect(await complaintAbout('密码密码密')).toBe(short)
  // Five characters of two units each.
  expect(await complaintAbout('😀😀😀😀😀')).toBe(short)
  expect(await complaintAbout('123456')).toBeUndefined()
  expect(await complaintAbout('密码密码密码')).toBeUndefined()
})

it('a short visit password that an item has already may stay, and is not replaced by another short one', async () => {
  expect(await complaintAbout('abc', { password: 'abc' })).toBeUndefined()
  expect(await complaintAbout('abd', { password: 'abc' })).toBe('Use at least 6 characters.')
})
