import { afterEach, describe, expect, it } from 'vitest'
import {
  describeShowdocs,
  expectedOf,
  LEAST_TABLES,
  madeShowdoc,
  SHOWDOC_VERSIONS,
  showdocFolder,
  sumOfText,
} from '#tests/support/showdoc.ts'
import { catalogsIn } from './catalogs.ts'
import { filesIn } from './files.ts'
import { itemKeysIn, itemOrdersIn, itemsIn } from './items.ts'
import { openShowdoc, type OpenedShowdoc } from './look.ts'
import { membersIn, teamRightsIn } from './members.ts'
import { deletionsIn, pageLinksIn, pagesOf, versionsOf } from './pages.ts'
import { teamItemsIn, teamMembersIn, teamsIn } from './teams.ts'
import { usersIn } from './users.ts'

let opened: OpenedShowdoc | null = null
const databaseIn = async (folder: string) => (opened = await openShowdoc(folder)).database
afterEach(async () => {
  await opened?.close()
  opened = null
})

describeShowdocs(SHOWDOC_VERSIONS, 'what is read of ShowDoc %s', (version) => {
  const expected = expectedOf(version)

  it('is every account', async () => {
    const users = usersIn(await databaseIn(showdocFolder(version)))

    expect(users.map(({ id, username, name, email, isAdmin }) => ({ id, username, name, email, isAdmin }))).toEqual(
      expected.users.map(({ uid, username, name, email, site_admin }) => ({
        ...{ id: uid, username, name: name ?? '', email: email ?? '', isAdmin: site_admin },
      })),
    )
  })

  it('is every item with the visit password people type', async () => {
    const items = itemsIn(await databaseIn(showdocFolder(version)))

    expect(items.map(({ createdAt: _created, updatedAt: _updated, ...item }) => item)).toEqual(
      expected.items.map((item) => ({
        ...{ id: item.item_id, name: item.name, description: item.description, ownerId: item.owner_uid },
        ...{ visitPassword: item.visit_password ?? '', domain: item.domain ?? '', type: item.type },
        ...{ isArchived: item.archived, isDeleted: item.deleted },
      })),
    )
  })

  it('is every catalog', async () => {
    const catalogs = catalogsIn(await databaseIn(showdocFolder(version)))

    expect(catalogs).toEqual(
      expected.catalogs.map(({ cat_id, item_id, name, parent_cat_id, order }) => ({
        ...{ id: cat_id, itemId: item_id, name, parentId: parent_cat_id || null, order },
      })),
    )
  })

  it('is every page and version, byte for byte', async () => {
    const database = await databaseIn(showdocFolder(version))
    const pages = itemsIn(database).flatMap(({ id }) => [...pagesOf(database, id)])
    const versions = pages.flatMap(({ id }) => [...versionsOf(database, id)])
    const said = <T extends { readonly content: string }>(texts: readonly T[], idOf: (text: T) => number) =>
      new Map(texts.map((text) => [idOf(text), sumOfText(text.content)]))

    expect(said(pages, ({ id }) => id)).toEqual(new Map(expected.pages.map(({ page_id, sha256 }) => [page_id, sha256])))
    expect(said(versions, ({ id }) => id)).toEqual(
      new Map(expected.page_versions.map(({ page_history_id, sha256 }) => [page_history_id, sha256])),
    )
    expect(
      new Map(
        pages.map(({ id, title, order, isDeleted, savedAt }) => [
          id,
          [title, order, isDeleted, Number(savedAt) / 1_000],
        ]),
      ),
    ).toEqual(
      new Map(
        expected.pages.map(({ page_id, title, order, deleted, time }) => [page_id, [title, order, deleted, time]]),
      ),
    )
  })

  it('is everything around them', async () => {
    const database = await databaseIn(showdocFolder(version))
    const { table_counts: counts } = expected

    expect(
      itemKeysIn(database).map(({ itemId, apiKey, apiToken }) => ({
        item_id: itemId,
        api_key: apiKey,
        api_token: apiToken,
      })),
    ).toEqual(expected.item_tokens)
    expect(pageLinksIn(database).map(({ key, pageId }) => [key, pageId])).toEqual(
      expected.share_links.map(({ unique_key, page_id }) => [unique_key, page_id]),
    )
    expect(teamsIn(database).map(({ id, name }) => ({ id, name }))).toEqual(
      expected.teams.map(({ id, name }) => ({ id, name })),
    )
    expect(teamMembersIn(database)).toHaveLength(counts['team_member'] ?? 0)
    expect(teamItemsIn(database)).toHaveLength(counts['team_item'] ?? 0)
    expect(teamRightsIn(database)).toHaveLength(counts['team_item_member'] ?? 0)
    expect(membersIn(database)).toHaveLength(counts['item_member'] ?? 0)
    expect(deletionsIn(database)).toHaveLength(counts['recycle'] ?? 0)
    expect(itemOrdersIn(database).map(({ userId, groupId, places }) => [userId, groupId, places.size])).toEqual([
      [2, 0, 4],
      [2, 1, 2],
    ])
    expect(database.unreadable).toEqual([])
  })
})

describe('what is read', () => {
  it('is empty where tables and columns are missing', async () => {
    const database = await databaseIn(
      (await madeShowdoc(`${LEAST_TABLES} insert into item (item_id, item_name) values (3, 'a &amp; b');`)).folder,
    )

    expect(itemsIn(database)).toMatchObject([
      {
        id: 3,
        name: 'a & b',
        ownerId: null,
        visitPassword: '',
        domain: '',
        isArchived: false,
        isDeleted: false,
        createdAt: null,
      },
    ])
    expect([...membersIn(database), ...teamsIn(database), ...catalogsIn(database), ...pageLinksIn(database)]).toEqual(
      [],
    )
  })

  it('is empty where a table has none of the columns that are looked for', async () => {
    const files = `create table upload_file (file_id integer primary key, sign text); insert into upload_file values (1, 's');`
    const { folder } = await madeShowdoc(`${LEAST_TABLES} ${files}`)

    const database = await databaseIn(folder)

    expect(filesIn(database).map(({ id, address }) => [id, address])).toEqual([[1, '']])
  })

  it('tells of times that are none, and not of those that MySQL writes for nothing', async () => {
    const times = [
      "'0000-00-00 00:00:00.000000'",
      "'0000-00-00'",
      '0.0',
      '20190506070809',
      "'2019-02-30'",
      '253402300800',
    ]
    const rows = times.map((time, at) => `(${at + 1}, 1, 30, ${time})`)
    const { folder } = await madeShowdoc(`${LEAST_TABLES} create table recycle (id, del_by_uid, page_id, del_time);
      insert into recycle values ${rows.join()};`)
    const database = await databaseIn(folder)

    expect(deletionsIn(database).map(({ at }) => at)).toEqual(times.map(() => null))
    expect(database.mended.map(({ id, reason, values }) => [id, reason, values['value']])).toEqual([
      [4, 'valueUnfit', '20190506070809'],
      [5, 'valueUnfit', '2019-02-30'],
      [6, 'valueUnfit', '253402300800'],
    ])
  })

  it('takes numbers that lie there as text, and notes rows that can be none', async () => {
    const table = 'create table item_member (item_member_id, item_id, uid, member_group_id, cat_id, cat_ids, addtime);'
    const rows = [
      `(1, '7', '2', '2', '0', '', '1795327988')`,
      `(2, 7, 3, 1, 5, null, 0)`,
      `(3, 7, 4, 0, 0, '5, 6,x', null)`,
      `(4, 7, 5, 0, 0, '["5"]', 99999999999999999999)`,
      `(5, 'seven', 5, 0, 0, '', 0)`,
      `(6, 99999999999, 5, 0, 0, '', 0)`,
    ]
    const { folder } = await madeShowdoc(`${LEAST_TABLES}${table} insert into item_member values ${rows.join()};`)
    const database = await databaseIn(folder)

    expect(membersIn(database).map(({ id, role, catalogIds }) => ({ id, role, catalogIds }))).toEqual([
      { id: 1, role: 2, catalogIds: null },
      { id: 2, role: 1, catalogIds: [5] },
      { id: 3, role: 0, catalogIds: [5, 6] },
      // A limit without any catalog does not give a right to everything.
      { id: 4, role: 0, catalogIds: [] },
    ])
    expect(database.unreadable).toMatchObject([{ table: 'item_member' }, { table: 'item_member' }])
  })
})
