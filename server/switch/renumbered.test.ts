import { expect, it, onTestFinished } from 'vitest'
import { LEAST_TABLES, madeShowdoc } from '#tests/support/showdoc.ts'
import { openShowdoc } from './look.ts'
import { renumber } from './renumbered.ts'

it('changes ids alone, whatever the ShowDoc itself does when a row changes', async () => {
  const { folder } = await madeShowdoc(`${LEAST_TABLES}
    create table parameter_description_entry (id text primary key, item_id text, created_by text, updated_at text);
    create trigger parameter_changed after update on parameter_description_entry
      begin update parameter_description_entry set updated_at = 'now' where id = new.id; end;
    insert into user values (5, 'ann', '');
    insert into item values (3, 'Item', 5);
    insert into parameter_description_entry values ('a_1', '3', '5', 'before');`)
  const { database, close } = await openShowdoc(folder)
  onTestFinished(close)

  renumber(
    database,
    new Map([
      ['item', new Map([[3, 21]])],
      ['user', new Map([[5, 8]])],
    ]),
  )

  expect([...database.stored('select * from parameter_description_entry')]).toEqual([
    { id: 'a_1', item_id: '21', created_by: '8', updated_at: 'before' },
  ])
})
