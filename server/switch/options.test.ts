import { expect, it } from 'vitest'
import { formIn } from './options.ts'

it('reads a form as it was typed, without what is empty', () => {
  expect(formIn('{"host":"a &amp; b","port":389,"is_on":true,"none":null,"empty":""}')).toEqual(
    new Map([
      ['host', 'a & b'],
      ['port', '389'],
      ['is_on', 'true'],
    ]),
  )
  for (const nothing of ['', ' ', '[]', 'null', 'false', '{}']) expect(formIn(nothing)).toEqual(new Map())
})

it('reads no form whose names could not be told', () => {
  for (const strange of ['{"\\u0000":"x"}', '{"\\ud800":"x"}', '{"<b>":"x"}', `{"${'x'.repeat(101)}":"x"}`])
    expect(formIn(strange)).toBeNull()
  for (const other of ['[1,2]', '9', '{"a":{"b":1}}', '{"a":']) expect(formIn(other)).toBeNull()
})
