import { expect, it, onTestFinished } from 'vitest'
import { carry } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { LEAST_TABLES, madeShowdoc } from '#tests/support/showdoc.ts'
import { emptySite } from './moved-site.ts'

const showdocWith = async (itemId: number, bytes: number): Promise<string> =>
  (
    await madeShowdoc(`${LEAST_TABLES}
      create table file_flow (id integer primary key, uid integer, used integer, date_month text);
      insert into user values (1, 'ann', '');
      insert into item values (${itemId}, 'Item ${itemId}', 1);
      insert into file_flow values (1, 1, ${bytes}, '2026-11'), (2, 1, 7, '2026-1${itemId === 3 ? 0 : 2}');`)
  ).folder

it('adds what was fetched of the files of a person to what is here of the same month, once', async () => {
  const application = await emptySite()
  onTestFinished(() => application.close(), 60_000)
  const { users, attachments } = application.product.database
  const folders = [await showdocWith(3, 100), await showdocWith(4, 20)]

  for (const folder of [...folders, ...folders]) {
    const showdoc = await openShowdoc(folder)
    await carry({ showdoc, application, isInto: true, say: () => undefined })
    await showdoc.close()
  }

  const [ann] = await users.byUsernames(['ann'])
  const months = ['2026-10', '2026-11', '2026-12']
  expect(await Promise.all(months.map((month) => attachments.trafficOf(ann?.id ?? 0, month)))).toEqual([7, 120, 7])
}, 240_000)
