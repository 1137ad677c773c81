import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['支付接口', '支'],
  ['payments', 'P'],
  ['Payments API v2', 'PA'],
  ['«order» service', 'OS'],
  ['API 接口', 'A'],
  ['3D 模型', '3'],
  ['——', ''],
])('an item called %s is known by %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
