import { z } from 'zod'
import { itemsIn } from '../items.ts'
import { limitIn, limitsOf } from '../limits.ts'
import { membersIn, teamRightsIn, type ShowdocMember, type ShowdocRight, type ShowdocTeamRight } from '../members.ts'
import { itemsWithFirstPages } from '../pages.ts'
import type { Finding } from '../plan/findings.ts'
import type { ReasonCode } from '../reasons.ts'
import { hasCome, KNOWN } from '../row-sums.ts'
import { usersIn } from '../users.ts'
import { answerOf, callerOf, type Proving } from './proving.ts'

/** Somebody whose right in an item differs from that in ShowDoc. */
export interface RoleDifference {
  readonly userId: number
  readonly username: string
  /** Missing where it is the same here. */
  readonly usernameHere?: string
  readonly itemId: number
  readonly itemName: string
  readonly there: Held
  readonly here: Held
  readonly isWider: boolean
  readonly reason: ReasonCode
}

export interface RolesReceipt {
  readonly people: number
  readonly items: number
  /** The number of pairs of person and item. */
  readonly compared: number
  readonly differing: readonly RoleDifference[]
}

const ROLES = ['none', 'reader', 'editor', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** A role in the whole item, or in some of its first-level catalogs. */
export interface Held {
  readonly role: Role
  /** Null for the whole item. */
  readonly catalogIds: readonly number[] | null
}

const Answer = z.object({
  people: z.array(
    z.object({
      userId: z.number(),
      role: z.enum(ROLES),
      catalogs: z.array(z.object({ catalogId: z.number(), role: z.enum(ROLES) })),
    }),
  ),
})

/** Compares everybody's rights in every item here with those in ShowDoc, by the rules of each product. */
export async function comparedRoles(proving: Proving): Promise<RolesReceipt> {
  const { carried, application, showdoc, closed } = proving
  const [administrator] = await application.product.database.users.admins()
  const people = usersIn(showdoc.database)
  const accounts = await application.product.database.users.byIds(people.map(({ id }) => id))
  const namesHere = new Map(accounts.map(({ id, username }) => [id, username]))
  const items = itemsIn(showdoc.database).filter(({ id }) => carried.texts.has(id) && !closed.has(id))
  const [members, teamRights] = [membersIn(showdoc.database), teamRightsIn(showdoc.database)]
  const limits = limitsOf(showdoc.database, members, teamRights)
  const inDoubt = rightsInDoubt(carried.plan.findings.left, members, teamRights)
  const rights = Map.groupBy([...members, ...teamRights], ({ itemId }) => itemId)
  const hasFirstPages = itemsWithFirstPages(showdoc.database)
  const records = carried.arrangement.records.get('user')
  // Before this run. Only then can people have changed a right here.
  const recordsOfItems = carried.arrangement.records.get('item')
  const differing: RoleDifference[] = []
  for (const item of items) {
    const owner = carried.plan.items.find((each) => each.item.id === item.id)?.item.ownerId ?? 0
    const caller = callerOf(application, administrator ?? { id: owner, isAdmin: false })
    const answer = Answer.parse(await answerOf(application, 'access.ofItem', caller, { itemId: item.id }))
    const here = new Map(answer.people.map((each) => [each.userId, each]))
    const ofPeople = Map.groupBy(rights.get(item.id) ?? [], ({ userId }) => userId)
    for (const { id, username, isAdmin } of people) {
      const own = ofPeople.get(id) ?? []
      const limit = limitIn(limits, { itemId: item.id, userId: id })
      const there = heldThere({ isOwner: item.ownerId === id, isAdmin, rights: own, limit })
      const found = heldHere(here.get(id))
      const reason = differenceOf(there, found, {
        ...{ isAdmin, wasHere: records?.get(id)?.sourceSum === KNOWN },
        isAgain: hasCome(records?.get(id)) && hasCome(recordsOfItems?.get(item.id)),
        ownerIsGone: !people.some((each) => each.id === item.ownerId),
        doubt: own.map((right) => inDoubt.get(right)).find((each) => each !== undefined) ?? null,
        isLimitKept: limit === null && own.some(({ catalogIds }) => catalogIds !== null),
        hasFirstPages: hasFirstPages.has(item.id),
      })
      if (reason === null) continue
      const isWider = isWiderThan(found, there)
      const usernameHere = namesHere.get(id) ?? username
      const of = {
        ...{ userId: id, username, ...(usernameHere !== username && { usernameHere }) },
        ...{ itemId: item.id, itemName: item.name },
      }
      differing.push({ ...of, there, here: found, isWider, reason })
    }
  }
  return { people: people.length, items: items.length, compared: people.length * items.length, differing }
}

type DoubtCode = 'limitUnknown' | 'limitUnreadable'

/** The rights that were left out because it is not known what limits them, and why. */
function rightsInDoubt(
  left: readonly Finding[],
  members: readonly ShowdocMember[],
  teamRights: readonly ShowdocTeamRight[],
): ReadonlyMap<ShowdocRight, DoubtCode> {
  const codes = new Map(
    left.flatMap(({ table, id, reason }) =>
      reason === 'limitUnknown' || reason === 'limitUnreadable' ? [[`${table} ${id}`, reason] as const] : [],
    ),
  )
  const rows = [
    ...members.map((right) => [right, `item_member ${right.id}`] as const),
    ...teamRights.map((right) => [right, `team_item_member ${right.id}`] as const),
  ]
  return new Map(
    rows.flatMap(([right, row]) => {
      const code = codes.get(row)
      return code === undefined ? [] : [[right, code] as const]
    }),
  )
}

interface RightsThere {
  readonly isOwner: boolean
  readonly isAdmin: boolean
  readonly rights: readonly ShowdocRight[]
  /** The catalogs to which ShowDoc limits all of them; null for the whole item. */
  readonly limit: readonly number[] | null
}

const NUMBERS: readonly Role[] = ['reader', 'editor', 'manager']

/** By ShowDoc's rules: the owner, then administrators, then the strongest right given, with one limit for all. */
function heldThere({ isOwner, isAdmin, rights, limit }: RightsThere): Held {
  if (isOwner) return { role: 'owner', catalogIds: null }
  if (isAdmin) return { role: 'manager', catalogIds: null }
  const given = rights.flatMap(({ role: number }): readonly Held[] => {
    const role = NUMBERS[number]
    return role === undefined ? [] : [{ role, catalogIds: role === 'manager' ? null : limit }]
  })
  return strongest(given)
}

const heldHere = (found: z.output<typeof Answer>['people'][number] | undefined): Held =>
  strongest([
    ...(found && found.role !== 'none' ? [{ role: found.role, catalogIds: null }] : []),
    ...(found?.catalogs ?? []).map(({ catalogId, role }) => ({ role, catalogIds: [catalogId] })),
  ])

const rankOf = (role: Role): number => ROLES.indexOf(role)

/** The widest role; if it is limited, all catalogs in which it applies. */
function strongest(held: readonly Held[]): Held {
  const whole = held.filter(({ catalogIds }) => catalogIds === null).toSorted((a, b) => rankOf(b.role) - rankOf(a.role))
  const [first] = whole
  if (first) return first
  const [most] = held.toSorted((a, b) => rankOf(b.role) - rankOf(a.role))
  if (!most) return { role: 'none', catalogIds: null }
  const catalogIds = held.filter(({ role }) => role === most.role).flatMap((each) => each.catalogIds ?? [])
  return { role: most.role, catalogIds: [...new Set(catalogIds)].toSorted((a, b) => a - b) }
}

function isWiderThan(here: Held, there: Held): boolean {
  if (rankOf(here.role) > rankOf(there.role)) return true
  if (there.catalogIds === null || here.role === 'none') return false
  return here.catalogIds === null || here.catalogIds.some((id) => !there.catalogIds?.includes(id))
}

interface Circumstances {
  readonly isAdmin: boolean
  readonly wasHere: boolean
  readonly isAgain: boolean
  readonly ownerIsGone: boolean
  /** Why a right was left out that another one may limit; null when none was. */
  readonly doubt: DoubtCode | null
  /** Whether a right is limited here that ShowDoc, which looks at another one, lets go everywhere. */
  readonly isLimitKept: boolean
  /** Whether pages of the item lie in no catalog. */
  readonly hasFirstPages: boolean
}

/** Why two rights differ; null when they are the same. */
function differenceOf(there: Held, here: Held, around: Circumstances): ReasonCode | null {
  if (areSame(there, here)) return there.catalogIds !== null && around.hasFirstPages ? 'firstPages' : null
  if (isWiderThan(here, there)) {
    if (around.wasHere) return 'wasHere'
    if (around.ownerIsGone && here.role === 'owner') return 'givenOwner'
    return around.isAgain ? 'givenSince' : 'wider'
  }
  if (around.isAdmin && here.role !== 'manager') return 'administratorsElsewhere'
  if (around.doubt !== null) return around.doubt
  if (there.catalogIds !== null && here.role === 'none') return 'wasLimited'
  if (there.catalogIds !== null) return 'firstCatalog'
  if (around.isLimitKept) return 'limitKept'
  return around.isAgain ? 'takenSince' : 'holeClosed'
}

const areSame = (one: Held, other: Held): boolean =>
  one.role === other.role && one.catalogIds?.join() === other.catalogIds?.join()
