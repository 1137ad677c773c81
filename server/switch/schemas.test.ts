import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { describeShowdocs, expectedOf, SHOWDOC_VERSIONS, showdocFolder } from '#tests/support/showdoc.ts'
import { ShowdocDatabase } from './showdoc-database.ts'
import { ItemTexts } from './item-texts.ts'
import { membersIn } from './members.ts'
import { plannedSite } from './plan/site.ts'
import { usersIn } from './users.ts'

/**
 * What the updates of ShowDoc have added since 2.4, in order: a table, or a column of one. A database that is no longer
 * updated lacks everything after its last update.
 */
const ADDED: readonly string[] = [
  ...['catalog.parent_cat_id', 'catalog.level', 'item.item_domain', 'user_token', 'template', 'page.page_comments'],
  ...['page_history.page_comments', 'item_member.member_group_id', 'item.item_type', 'options', 'item_token'],
  ...['item_top', 'item.is_archived', 'item.is_del', 'page.is_del', 'page.page_addtime', 'team', 'team_item'],
  ...['team_item_member', 'team_member', 'upload_file', 'item_sort', 'single_page', 'captcha', 'recycle', 'page_lock'],
  ...['item_member.cat_id', 'team_item_member.cat_id', 'item_member.cat_ids', 'team_item_member.cat_ids'],
  ...['item_variable', 'file_flow', 'item_variable.env_id', 'runapi_env', 'runapi_env_selectd', 'runapi_global_param'],
  ...['mock', 'file_page', 'mock.path', 'runapi_flow', 'runapi_flow_page', 'runapi_flow_page.enabled'],
  ...['item_sort.item_group_id', 'item_group', 'item_change_log', 'message_content', 'message', 'subscription'],
  ...['template_item', 'team_member.team_member_group_id', 'user.salt', 'item_star', 'page.ext_info'],
  ...['page_history.ext_info', 'export_log', 'upload_file.last_visit_time', 'user_setting', 'single_page.expire_time'],
  ...['parameter_description_entry', 'page_comment', 'page_feedback', 'item.allow_comment', 'item.allow_feedback'],
  ...['item_ai_config', 'item_ai_config.system_prompt', 'item_ai_config.guest_enabled', 'runapi_db_config'],
  ...['page.is_draft', 'user_ai_token', 'kanban_activity_log', 'ai_chat_sessions', 'ai_chat_messages', 'user.is_sso'],
]

const NOTHING = { usernames: new Map(), emails: new Map(), domains: new Map() }

describeShowdocs(SHOWDOC_VERSIONS.slice(-1), 'a ShowDoc %s as it was before each of its updates', (version) => {
  const expected = expectedOf(version)

  it('is read whole, whatever tables and columns it has not', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-schemas-'))
    const file = path.join(folder, 'showdoc.db')
    try {
      await copyFile(path.join(showdocFolder(version), 'Sqlite/showdoc.db.php'), file)
      for (let known = ADDED.length; known >= 0; known -= 1) {
        const last = ADDED[known]
        if (last !== undefined) without(file, last)
        const database = new ShowdocDatabase(file)
        try {
          await expectWhole(database, last ?? 'nothing')
        } finally {
          database.close()
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }, 240_000)

  async function expectWhole(database: ShowdocDatabase, without: string): Promise<void> {
    const plan = await plannedSite(database, {
      now: new Date(),
      binnedAt: new Date(),
      taken: NOTHING,
      canBeAdmins: true,
    })
    const about = <T>(found: T): readonly [string, T] => [`without ${without}`, found]
    const hasDeleted = database.has('item', 'is_del')
    const isLast = ({ deleted }: (typeof expected.items)[number]): number => Number(deleted && hasDeleted)
    const items = expected.items.toSorted((a, b) => isLast(a) - isLast(b)).map(({ item_id }) => item_id)

    expect(about(plan?.items.map(({ item }) => item.id))).toEqual(about(items))
    expect(about(usersIn(database).map(({ id }) => id))).toEqual(about(expected.users.map(({ uid }) => uid)))
    expect(about(usersIn(database).some(({ isAdmin }) => isAdmin))).toEqual(about(true))
    if (!plan) return
    const sums = new Map<number, string>()
    for (const { item } of plan.items) {
      const texts = new ItemTexts(database, plan, { item, language: 'en', hosts: [] })
      await texts.readAll()
      for (const [id, sum] of texts.pageSums) sums.set(id, sum)
    }
    const isDraftKnown = database.has('page', 'is_draft')
    const pages = expected.pages.filter(({ item_id, draft }) => items.includes(item_id) && !(draft && isDraftKnown))
    expect(
      about(pages.filter(({ page_id, sha256 }) => sums.get(page_id) !== sha256).map(({ page_id }) => page_id)),
    ).toEqual(about([]))
    expect(about(database.unreadable)).toEqual(about([]))
    if (!database.has('item_member', 'member_group_id'))
      expect(about(membersIn(database).every(({ role }) => role === 1))).toEqual(about(true))
  }
})

/** Removes what an update added. */
function without(file: string, added: string): void {
  const [table = '', column] = added.split('.')
  const database = new DatabaseSync(file)
  try {
    const isThere = database
      .prepare('select 1 from pragma_table_info(?) where ? is null or name = ?')
      .get(table, column ?? null, column ?? null)
    if (!isThere) return
    if (column === undefined) database.exec(`drop table "${table}"`)
    else {
      for (const { name } of database
        .prepare(`select name from sqlite_master where type = 'index' and tbl_name = ? and sql like '%' || ? || '%'`)
        .all(table, column))
        database.exec(`drop index "${String(name)}"`)
      database.exec(`alter table "${table}" drop column "${column}"`)
    }
  } finally {
    database.close()
  }
}
