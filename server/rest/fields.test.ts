import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { DomainError } from '#core/errors.ts'
import { bodyLimits, formFields, jsonFields } from './fields.ts'

it('reads a form as browsers write it', () => {
  expect({ ...formFields('page_title=%E4%B8%AD+a%26b&item_id=7&empty=&flag') }).toEqual({
    page_title: '中 a&b',
    item_id: '7',
    empty: '',
    flag: '',
  })
})

it('gives back every text that was encoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(text !== 'undefined')
      expect(formFields(new URLSearchParams({ value: text }).toString())['value']).toBe(text.toWellFormed())
    }),
  )
})

it('takes the text undefined of a form for a field that is not there, at any depth, and leaves it in JSON (D75)', () => {
  expect(formFields('a=undefined&b=&c[d]=undefined&c[e]=1&ids[]=7&ids[]=undefined&ids[]=9&a[]=1&f=undefined')).toEqual({
    ...{ b: '', c: { e: '1' }, ids: { 0: '7', 1: '9' }, a: { 0: '1' } },
  })
  expect(jsonFields({ title: 'undefined' })).toEqual({ title: 'undefined' })
})

it('reads brackets three deep, and refuses deeper ones', () => {
  expect(formFields('a[b][c]=1&a[b][d]=2&ids[]=7&ids[]=9')).toEqual({
    a: { b: { c: '1', d: '2' } },
    ids: { 0: '7', 1: '9' },
  })
  expect(() => formFields('a[b][c][d]=1')).toThrow(DomainError)
})

it('leaves broken escapes as they are', () => {
  expect(formFields('a=100%&b=%zz&%=1')).toEqual({ a: '100%', b: '%zz', '%': '1' })
})

it('has no prototype to reach', () => {
  const fields = formFields('__proto__=1&constructor=2&a=1')

  expect(Object.getPrototypeOf(fields)).toBeNull()
  expect(Object.keys(fields)).toEqual(['a'])
  expect(() => formFields('a[__proto__][x]=1')).toThrow(DomainError)
  expect(Object.keys(jsonFields(JSON.parse('{"__proto__":{"x":1},"a":1}')))).toEqual(['a'])
})

const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}=1`).join('&')

it('refuses more keys than any form has', () => {
  expect(Object.keys(formFields(keys(bodyLimits.keys)))).toHaveLength(bodyLimits.keys)
  expect(() => formFields(keys(bodyLimits.keys + 1))).toThrow(DomainError)
})

it('refuses JSON that is no object or is nested without end', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`) as unknown

  for (const body of [[1], 'text', 7, deep]) expect(() => jsonFields(body)).toThrow(DomainError)
  expect(jsonFields(undefined)).toEqual({})
})
