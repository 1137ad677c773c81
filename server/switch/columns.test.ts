import { expect, it } from 'vitest'
import { endColumn, timeColumn } from './columns.ts'

it.each([
  ['1600000000', '2020-09-13T12:26:40.000Z'],
  ['1600000000.5', '2020-09-13T12:26:40.000Z'],
  // In milliseconds, as modified ShowDocs store it.
  ['1600000000000', '2020-09-13T12:26:40.000Z'],
  // In China Standard Time, as columns of dates have it.
  ['2019-05-06 07:08:09', '2019-05-05T23:08:09.000Z'],
  ['2019-05-06 07:08:09.123456', '2019-05-05T23:08:09.000Z'],
  ['2019-05-06T07:08:09', '2019-05-05T23:08:09.000Z'],
  ['2019-05-06', '2019-05-05T16:00:00.000Z'],
])('a time stored as %s is %s', (stored, time) => {
  expect(timeColumn.parse(stored)?.toISOString()).toBe(time)
})

it.each([
  '0',
  '',
  null,
  '-5',
  '0000-00-00 00:00:00',
  '1969-01-01 00:00:00',
  '2019-13-45 00:00:00',
  '2019 or so',
  '1e300',
])('a time stored as %s is none', (stored) => {
  expect(timeColumn.parse(stored)).toBeNull()
})

it.each([
  ['2019/05/06 00:00:00', '2019/05/06 00:00:00'],
  ['2019-05-06T07:08:09Z', '2019-05-06T07:08:09Z'],
  ['2019-5-6 7:8:9', '2019-5-6 7:8:9'],
  ['1600000000abc', '1600000000abc'],
  ['2019-13-45 00:00:00', '2019-13-45 00:00:00'],
  ['-5', '-5'],
  ['1969-01-01 00:00:00', new Date('1968-12-31T16:00:00Z')],
  ['1600000000', new Date('2020-09-13T12:26:40Z')],
  ['2019-05-06 07:08:09', new Date('2019-05-05T23:08:09Z')],
  ['1e300', null],
  ['0', null],
  ['+0', null],
  ['', null],
  [null, null],
  ['0000-00-00 00:00:00.000000', null],
])('an end stored as %s is %s', (stored, end) => {
  expect(endColumn.parse(stored)).toEqual(end)
})
