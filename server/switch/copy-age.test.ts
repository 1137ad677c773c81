import { expect, it } from 'vitest'
import { LEAST_TABLES, madeShowdoc } from '#tests/support/showdoc.ts'
import { notedAge, tableBehind, type CopyAge } from './copy-age.ts'
import { openShowdoc } from './look.ts'

async function ageWith(loggedIn: string): Promise<CopyAge> {
  const { folder } = await madeShowdoc(`${LEAST_TABLES} alter table user add column last_login_time;
    insert into user values (1, 'ann', '', ${loggedIn});`)
  const showdoc = await openShowdoc(folder)
  await showdoc.close()
  return showdoc.sourceIds.age
}

it.each([
  ['1600000000', '1600000100'],
  ["'2020-09-13 20:26:40'", "'2020-09-13 20:28:20'"],
  ['1600000000000', '1600000100000'],
  // As a modified ShowDoc changed them.
  ['1600000000', "'2020-09-13 20:28:20'"],
  ["'2020-09-13 20:26:40'", '1600000100000'],
])('a copy with the time %s is older than one with %s', async (before, after) => {
  const [older, newer] = [await ageWith(before), await ageWith(after)]

  expect(notedAge(newer).latest).toEqual({ user: { id: 1, time: 1_600_000_100 } })
  expect([tableBehind(older, notedAge(newer)), tableBehind(newer, notedAge(older))]).toEqual(['user', null])
  expect(tableBehind(newer, notedAge(newer))).toBeNull()
})
