import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { startEngine } from '#adapters/database/embedded/engine.ts'
import { openDatabase } from '#adapters/database/open.ts'
import { indexed } from '#adapters/database/search-index.ts'
import { SystemKeys } from '#adapters/system/keys.ts'
import { randomFrom, samplePage } from './sample-text.ts'

const ITEMS = 200
const PAGES = 100_000
/** In the item everybody reads. */
const FOCUS_PAGES = 2_000
const BATCH = 1_000
const SHORTEST_PAGE = 1_024
const LONGEST_PAGE = 4_096

export interface Person {
  readonly token: string
  /** Items the person is a member of; the first one is the one everybody reads. */
  readonly itemIds: readonly number[]
}
export interface Library {
  readonly people: readonly Person[]
  /** By item. */
  readonly pageIds: ReadonlyMap<number, readonly number[]>
}
export type Place =
  { readonly kind: 'postgres'; readonly url: string } | { readonly kind: 'embedded'; readonly dataDirectory: string }

/**
 * Fills an empty database with 100,000 pages in 200 private items and people who are logged in. It bypasses the
 * product: triggers are disabled and the full-text index is built at the end, which takes a tenth of the time.
 */
export async function fillLibrary(place: Place, peopleCount: number): Promise<Library> {
  const directory = place.kind === 'embedded' ? path.join(place.dataDirectory, 'database') : ''
  if (directory) await mkdir(directory, { recursive: true })
  const location =
    place.kind === 'embedded'
      ? ({ kind: 'directory', path: directory } as const)
      : ({ kind: 'postgres', url: place.url } as const)
  await openDatabase({ location }).then((database) => database.close())
  if (place.kind === 'postgres') return withClient(new pg.Client({ connectionString: place.url }), peopleCount)
  const engine = await startEngine({ directory, image: null })
  const client = new pg.Client({ user: 'postgres', database: 'postgres', ssl: false, stream: () => engine.stream() })
  const library = await withClient(client, peopleCount)
  await engine.close()
  return library
}

async function withClient(client: pg.Client, peopleCount: number): Promise<Library> {
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query('drop index page_search_tokens')
  const people = await addPeople(client, peopleCount)
  const pageIds = await addPages(client)
  await client.query(
    'create index page_search_tokens on page_search using gin (tokens) with (gin_pending_list_limit = 1024)',
  )
  await client.query('vacuum analyze')
  await client.end()
  return { people, pageIds }
}

async function addPeople(client: pg.Client, count: number): Promise<readonly Person[]> {
  const random = randomFrom(count)
  const keys = new SystemKeys()
  const userIds = Array.from({ length: count + 1 }, (_, index) => index + 1)
  const people = userIds.map((id) => ({
    token: keys.digest(`login of ${id}`),
    itemIds: [1, ...Array.from({ length: 9 }, (_, place) => 2 + place * 22 + Math.floor(random() * 22))],
  }))
  await client.query(
    `insert into "user" (username, name, is_email_verified, is_admin, registered_at)
     select 'person' || n, '', false, false, now() from generate_series(1, $1) n`,
    [userIds.length],
  )
  await client.query(
    `insert into login (user_id, token_digest, address, user_agent, created_at, seen_at, until)
     select id, digest, '127.0.0.1', 'a benchmark', now(), now(), now() + interval '1 day'
     from unnest($1::integer[], $2::text[]) login (id, digest)`,
    [userIds, people.map(({ token }) => keys.digest(token))],
  )
  // Nobody uses the visit passwords, so they can be empty.
  await client.query(
    `insert into item (name, description, type, owner_id, visit_password_sealed, visit_password_digest,
       visit_generation, is_archived, global_params, created_at, updated_at)
     select '项目 ' || n, '', 'regular', 1, '-', '-', 1, false, '{"query":[],"body":[],"header":[]}', now(), now()
     from generate_series(1, $1) n`,
    [ITEMS],
  )
  const memberships = people.flatMap(({ itemIds }, index) => itemIds.map((itemId) => [itemId, index + 1] as const))
  await client.query(
    `insert into member (item_id, user_id, role, added_at)
     select item_id, user_id, 'editor', now() from unnest($1::integer[], $2::integer[]) m (item_id, user_id)`,
    [memberships.map(([itemId]) => itemId), memberships.map(([, userId]) => userId)],
  )
  // The first one owns everything and makes no requests.
  return people.slice(1)
}

async function addPages(client: pg.Client): Promise<ReadonlyMap<number, readonly number[]>> {
  const random = randomFrom(PAGES)
  const { rows: catalogs } = await client.query<{ id: number; itemId: number }>(
    `insert into catalog (item_id, parent_id, name, level, sort_order)
     select item_id, null, '目录 ' || n, 1, n
     from generate_series(1, $1::integer) item_id, generate_series(1, case when item_id = 1 then 40 else 10 end) n
     returning id, item_id as "itemId"`,
    [ITEMS],
  )
  const catalogsOf = Map.groupBy(catalogs, ({ itemId }) => itemId)
  const pageIds = new Map<number, number[]>()
  for (let from = 1; from <= PAGES; from += BATCH) {
    const pages = Array.from({ length: BATCH }, (_, index) => {
      const id = from + index
      const itemId = id <= FOCUS_PAGES ? 1 : 2 + (id % (ITEMS - 1))
      const inItem = catalogsOf.get(itemId) ?? []
      const title = `接口 ${id} getRecord${id}`
      const content = samplePage(id, SHORTEST_PAGE + Math.floor(random() * (LONGEST_PAGE - SHORTEST_PAGE)))
      pageIds.set(itemId, [...(pageIds.get(itemId) ?? []), id])
      return {
        ...{ id, item_id: itemId, catalog_id: inItem[id % inItem.length]?.id, title, content },
        ...indexed({ itemId, title, content }),
      }
    })
    await client.query(
      `with added as materialized (
         select * from json_to_recordset($1::json) p (id integer, item_id integer, catalog_id integer, title text,
           content text, tokens text, must_be_read boolean)
       ), searched as (
         insert into page_search (page_id, item_id, revision, saved_at, tokens, must_be_read)
         select id, item_id, 1, now(), array_to_tsvector(string_to_array(tokens, ' ')), must_be_read from added
       )
       insert into page (id, item_id, catalog_id, title, content, sort_order, author_id, revision, created_at, saved_at)
       select id, item_id, catalog_id, title, content, 99, 1, 1, now(), now() from added`,
      [JSON.stringify(pages)],
    )
  }
  await client.query(`select setval(pg_get_serial_sequence('page', 'id'), $1)`, [PAGES])
  return pageIds
}
