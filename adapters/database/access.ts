import type { Grant } from '#core/access/access.ts'
import type { AccessReader, ItemFacts, PageFacts, WholeItemFacts } from '#core/ports/store.ts'
import { columnsOf, rowTaker } from './columns.ts'
import { toItem } from './items.ts'
import { toPage } from './pages.ts'
import { ItemRows, PageRows, TeamMemberRows, TeamRows, type PageRow, type TeamMemberRow, type TeamRow } from './rows.ts'
import { statement, type Session } from './session.ts'
import { toMember, toTeam } from './teams.ts'

interface ItemFactsRow {
  readonly grants: readonly Grant[]
  readonly passedGeneration: number | null
}
interface WholeItemFactsRow extends ItemFactsRow {
  readonly menuRevision: string
}
interface PageFactsRow extends ItemFactsRow, PageRow {
  readonly authorUsername: string
  readonly topCatalogId: number | null
}

// $2 is the user; null for visitors, who have neither grants nor passes here.
const FACTS = `
  ${columnsOf(ItemRows, 'i', 'item.')},
  case when $2::integer is null then '[]'::json else (
    select coalesce(json_agg(json_build_object('role', g.role, 'catalogId', g.catalog_id, 'teamId', g.team_id)), '[]')
    from item_grant g where g.item_id = i.id and g.user_id = $2
  ) end as "grants",
  (select v.generation from visit_pass v where v.item_id = i.id and v.user_id = $2) as "passedGeneration"`

const ofItem = statement<WholeItemFactsRow>(
  'access.ofItem',
  `select ${FACTS},
     (select coalesce(sum(m.changes), 0)::text from menu_revision m where m.item_id = i.id) as "menuRevision"
   from item i where i.id = $1`,
)

const ofPage = statement<PageFactsRow>(
  'access.ofPage',
  `select ${columnsOf(PageRows, 'p')}, ${FACTS},
     coalesce((select u.username from "user" u where u.id = p.author_id), '') as "authorUsername",
     case when p.catalog_id is null then null else (
       select coalesce(third.id, second.id, first.id)
       from catalog first
       left join catalog second on second.id = first.parent_id
       left join catalog third on third.id = second.parent_id
       where first.id = p.catalog_id
     ) end as "topCatalogId"
   from page p join item i on i.id = p.item_id
   where p.id = $1`,
)

const ofTeam = statement<TeamRow>(
  'access.ofTeam',
  `select ${columnsOf(TeamRows, 't')}, ${columnsOf(TeamMemberRows, 'own', 'own.')}
   from team t left join team_member own on own.team_id = t.id and own.user_id = $2
   where t.id = $1`,
)

export const accessOn = (session: Session): AccessReader => ({
  async ofItem(itemId, userId): Promise<WholeItemFacts | null> {
    const row = await session.first(ofItem, [itemId, userId])
    return row && { ...toItemFacts(row), menuRevision: row.menuRevision }
  },
  async ofPage(pageId, userId): Promise<PageFacts | null> {
    const row = await session.first(ofPage, [pageId, userId])
    if (!row) return null
    const { authorUsername, topCatalogId } = row
    return { ...toItemFacts(row), page: toPage(row), authorUsername, topCatalogId }
  },
  async ofTeam(teamId, userId) {
    const row = await session.first(ofTeam, [teamId, userId])
    if (!row) return null
    const own = ownRowOf(row)
    return { team: toTeam(row), membership: own.id === null ? null : toMember(own) }
  },
})

const itemRowOf = rowTaker(ItemRows, 'item.')
/** Of the left join: all null for those who are none of the team. */
const ownRowOf: (row: object) => TeamMemberRow | { readonly id: null } = rowTaker(TeamMemberRows, 'own.')

const toItemFacts = (row: ItemFactsRow): ItemFacts => ({
  item: toItem(itemRowOf(row)),
  grants: row.grants,
  passedGeneration: row.passedGeneration,
})
