import type { Client } from 'pg'

/** What must hold of all rows at any moment, as a statement that finds those of which it does not. */
const LAWS: Readonly<Record<string, string>> = {
  'a catalog lies in a catalog of its item, one level below it': `select c.id from catalog c left join catalog p on p.id = c.parent_id
     where case when c.parent_id is null then c.level <> 1
       else p.item_id is distinct from c.item_id or p.level is distinct from c.level - 1 end`,
  'a page lies in a catalog of its item': `select p.id from page p join catalog c on c.id = p.catalog_id where c.item_id <> p.item_id`,
  'a page is searched as long as it is not in the recycle bin': `select p.id from page p left join page_search s on s.page_id = p.id
     where (p.deleted_at is null) <> (s.page_id is not null) or s.item_id <> p.item_id or s.revision <> p.revision`,
  'a page in the recycle bin has neither link nor lock': `select p.id from page p left join page_link l on l.page_id = p.id
     where p.deleted_at is not null and (l.page_id is not null or p.lock_until is not null)`,
  'each revision of a page is kept once, and older than the page': `select v.page_id from page_version v join page p on p.id = v.page_id
     group by v.page_id, p.revision having count(*) <> count(distinct v.revision) or max(v.revision) >= p.revision`,
  'rights are limited to catalogs of the item': `select g.id from (select id, item_id, catalog_id from member union all select id, item_id, catalog_id from team_grant) g
     join catalog c on c.id = g.catalog_id where c.item_id <> g.item_id`,
  'the owner of an item is no member of it': `select m.id from member m join item i on i.id = m.item_id and i.owner_id = m.user_id`,
  'the blob of a file is not swept': `select a.id from attachment a join stray_blob s on s.storage = a.storage and s.key = a.key`,
  'a file that a page uses is known to have been used': `select a.id from attachment a join page_attachment b on b.attachment_id = a.id where not a.was_bound`,
  'a draft is of a page and its item': `select d.id from page_draft d join page p on p.id = d.page_id where d.item_id <> p.item_id`,
  'an item stands in the groups of people who have such groups': `select p.item_id from item_position p where p.group_id <> 0
       and not exists (select from item_group g where g.id = p.group_id and g.user_id = p.user_id)`,
}

/** Each law that is broken, with ids of rows that break it. */
export async function problemsOfRows(client: Client): Promise<readonly string[]> {
  const problems: string[] = []
  for (const [law, breaking] of Object.entries(LAWS)) {
    const { rows } = await client.query<Record<string, number>>(`select * from (${breaking}) broken limit 5`)
    if (rows.length > 0)
      problems.push(`not always: ${law} (${rows.map((row) => Object.values(row).join()).join(', ')})`)
  }
  return problems
}
