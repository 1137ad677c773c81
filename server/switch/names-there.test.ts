import { expect, it } from 'vitest'
import { LEAST_TABLES, madeShowdoc } from '#tests/support/showdoc.ts'
import { openShowdoc } from './look.ts'

it('links of other items lead nowhere once they have ended, however their ends are stored', async () => {
  const ends: readonly (readonly [string, string])[] = [
    ['never', '0'],
    ['ends', '4000000000'],
    ['ended', '1600000000'],
    ['ended-date', "'2019-05-06 07:08:09'"],
    ['ends-date', "'2099-05-06 07:08:09'"],
    ['ended-milliseconds', '1600000000000'],
    ['ends-far-away', '865599913600'],
    ['unread', "'2019/05/06'"],
  ]
  const { folder } = await madeShowdoc(`${LEAST_TABLES}
    create table single_page (id integer primary key, page_id integer, unique_key text, expire_time);
    insert into user values (1, 'ann', '');
    insert into item values (7, 'Orders', 1), (8, 'Stock', 1);
    insert into page values (80, 8, 'Page', 'x');
    insert into single_page values ${ends.map(([key, end], at) => `(${at + 1}, 80, '${key}', ${end})`).join()};`)

  const showdoc = await openShowdoc(folder, 7)
  const keys = [...showdoc.others].filter((name) => name.startsWith('key '))
  await showdoc.close()

  expect(keys).toEqual(['key never', 'key ends', 'key ends-date', 'key ends-far-away'])
})
