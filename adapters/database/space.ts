import type { Quota, Space, SpaceOwner, UsedSpace } from '#core/ports/space.ts'
import { bigint, integer, orNull, text, type RowOf } from './column-types.ts'
import { isFileLive, isLive } from './live-items.ts'
import { containing } from './search-tokens.ts'
import { statement, type Session } from './session.ts'

type Kind = SpaceOwner['kind']
const KINDS: readonly Kind[] = ['person', 'item']
const each = <T>(make: (kind: Kind) => T): Readonly<Record<Kind, T>> => {
  const [person, item] = KINDS.map(make) as [T, T]
  return { person, item }
}

const QUOTA = { textMegabytes: orNull(integer), fileMegabytes: orNull(integer) }
const COLUMN = { person: 'user_id', item: 'item_id' } as const

const quotaOf = each((kind) =>
  statement(
    `space.quotaOf.${kind}`,
    `select text_megabytes as "textMegabytes", file_megabytes as "fileMegabytes" from quota where ${COLUMN[kind]} = $1`,
    QUOTA,
  ),
)
const setQuota = each((kind) =>
  statement(
    `space.setQuota.${kind}`,
    `insert into quota (${COLUMN[kind]}, text_megabytes, file_megabytes) values ($1, $2, $3)
     on conflict (${COLUMN[kind]}) do update
     set text_megabytes = excluded.text_megabytes, file_megabytes = excluded.file_megabytes`,
  ),
)
const hold = statement(
  'space.holdFiles',
  `select pg_advisory_xact_lock(hashtext('file bytes ' || $1), $2)::text as held`,
  { held: text },
)

// A file counts once per item, however many of its pages use it.
const FILES_IN_ITEMS = `select distinct p.item_id, b.attachment_id from page p join page_attachment b on b.page_id = p.id`
const fileBytesOf = {
  person: statement(
    'space.fileBytesOf.person',
    `select coalesce(sum(a.bytes), 0)::text as bytes from attachment a where a.owner_id = $1 and ${isFileLive('a')}`,
    { bytes: text },
  ),
  item: statement(
    'space.fileBytesOf.item',
    `select coalesce(sum(a.bytes), 0)::text as bytes
     from (${FILES_IN_ITEMS} where p.item_id = $1) used join attachment a on a.id = used.attachment_id`,
    { bytes: text },
  ),
}

const USED = {
  id: integer,
  name: text,
  detail: text,
  files: integer,
  fileBytes: bigint,
  textBytes: bigint,
  ...QUOTA,
}
const FACTS = `coalesce(f.files, 0)::integer as files, coalesce(f.bytes, 0)::bigint as "fileBytes",
  coalesce(t.bytes, 0)::bigint as "textBytes", q.text_megabytes as "textMegabytes", q.file_megabytes as "fileMegabytes"`
const MOST_FIRST = 'order by coalesce(f.bytes, 0) + coalesce(t.bytes, 0) desc'
const WHO = {
  person: {
    from: '"user" u',
    where: '(u.username ilike any ($1::text[]) or normalize(u.name, nfkc) ilike any ($1::text[]))',
  },
  item: {
    from: 'item i join "user" o on o.id = i.owner_id',
    where: `(i.name ilike any ($1::text[]) or o.username ilike any ($1::text[])) and ${isLive('i.id')}`,
  },
} as const

const used = {
  person: statement(
    'space.used.person',
    `select u.id, u.username as name, u.name as detail, ${FACTS}
     from ${WHO.person.from}
     left join (select a.owner_id, count(*) as files, sum(a.bytes) as bytes from attachment a
       where ${isFileLive('a')} group by a.owner_id) f on f.owner_id = u.id
     left join (select b.author_id, sum(b.bytes) as bytes from text_bytes b
       where ${isLive('b.item_id')} group by b.author_id) t on t.author_id = u.id
     left join quota q on q.user_id = u.id
     where ${WHO.person.where} ${MOST_FIRST}, u.id limit $2 offset $3`,
    USED,
  ),
  item: statement(
    'space.used.item',
    `select i.id, i.name, o.username as detail, ${FACTS}
     from ${WHO.item.from}
     left join (select used.item_id, count(*) as files, sum(a.bytes) as bytes
       from (${FILES_IN_ITEMS}) used join attachment a on a.id = used.attachment_id
       group by used.item_id) f on f.item_id = i.id
     left join (select b.item_id, sum(b.bytes) as bytes from text_bytes b group by b.item_id) t on t.item_id = i.id
     left join quota q on q.item_id = i.id
     where ${WHO.item.where} ${MOST_FIRST}, i.id limit $2 offset $3`,
    USED,
  ),
}
const countUsed = each((kind) =>
  statement(
    `space.countUsed.${kind}`,
    `select count(*)::integer as count from ${WHO[kind].from} where ${WHO[kind].where}`,
    { count: integer },
  ),
)

const NO_QUOTA: Quota = { textMegabytes: null, fileMegabytes: null }

export const spaceOn = (session: Session): Space => ({
  quotaOf: async ({ kind, id }) => (await session.first(quotaOf[kind], [id])) ?? NO_QUOTA,
  async setQuota({ kind, id }, { textMegabytes, fileMegabytes }) {
    await session.run(setQuota[kind], [id, textMegabytes, fileMegabytes])
  },
  fileBytesOf: async ({ kind, id }) => Number((await session.first(fileBytesOf[kind], [id]))?.bytes ?? 0),
  async holdFiles({ kind, id }) {
    await session.run(hold, [kind, id])
  },
  async used(kind, name, { page, count }) {
    const pattern = containing(name)
    const rows = await session.all(used[kind], [pattern, count, (page - 1) * count])
    return { list: rows.map(toUsed), total: (await session.first(countUsed[kind], [pattern]))?.count ?? 0 }
  },
})

const toUsed = ({ fileBytes, textBytes, ...row }: RowOf<typeof USED>): UsedSpace => ({
  ...row,
  fileBytes: Number(fileBytes),
  textBytes: Number(textBytes),
})
