import * as fc from 'fast-check'
import { coreOperations } from '#core/operations.ts'
import type { MemberRole } from '#core/member/membership.ts'
import { isRefusal } from '#core/errors.ts'
import type { TeamGrant, TeamItem } from '#core/team/team.ts'
import type { Person } from '#tests/support/people.ts'
import type { World } from '#tests/support/world.ts'

const { item: items, member, team, teamMember, teamItem, teamGrant } = coreOperations
const RANKS = ['none', 'reader', 'editor', 'manager', 'owner'] as const

/** What somebody tries; people, items and teams are counted, and `of` picks among what is there. */
export interface Deed {
  readonly kind:
    | 'giveMembership'
    | 'takeMembership'
    | 'leaveItem'
    | 'transferItem'
    | 'joinTeam'
    | 'leaveTeam'
    | 'takeFromTeam'
    | 'transferTeam'
    | 'bind'
    | 'unbind'
    | 'changeGrant'
    | 'addGrant'
  readonly actor: number
  readonly other: number
  readonly item: number
  readonly team: number
  readonly of: number
  readonly role: MemberRole
  readonly flag: boolean
}

/** Mostly what makes and takes rights; giving items and teams away is rare, as it is among people. */
const kind = fc.constantFrom<Deed['kind']>(
  ...([
    'giveMembership',
    'giveMembership',
    'takeMembership',
    'joinTeam',
    'joinTeam',
    'bind',
    'bind',
    'unbind',
  ] as const),
  ...(['changeGrant', 'changeGrant', 'changeGrant', 'addGrant', 'takeFromTeam', 'leaveItem', 'leaveTeam'] as const),
  ...(['transferItem', 'transferTeam'] as const),
)
/** Who owned the item or the team at the beginning, and can mostly do what is asked for. */
const leaderOf = ({ kind: of, item, team: at }: Pick<Deed, 'kind' | 'item' | 'team'>): number =>
  ['giveMembership', 'takeMembership', 'transferItem'].includes(of) ? item : at

export const deeds = (people: number, itemCount: number, teamCount: number): fc.Arbitrary<readonly Deed[]> =>
  fc.array(
    fc
      .record({
        kind,
        ...{ actor: fc.nat(people - 1), other: fc.nat(people - 1) },
        ...{ item: fc.nat(itemCount - 1), team: fc.nat(teamCount - 1), of: fc.nat(5) },
        role: fc.constantFrom<MemberRole>('reader', 'editor', 'manager', 'manager'),
        flag: fc.boolean(),
        isLeader: fc.boolean(),
      })
      .map(({ isLeader, ...deed }): Deed => (isLeader ? { ...deed, actor: leaderOf(deed) } : deed)),
    { minLength: 60, maxLength: 60 },
  )

export interface Stage {
  readonly world: World
  readonly people: readonly Person[]
  readonly itemIds: readonly number[]
  readonly teamIds: readonly number[]
}

/** What everybody may do in every item, and by which teams. */
export interface Picture {
  readonly owners: ReadonlyMap<number, number>
  /** By `{item}:{person}`: a place in `RANKS`. */
  readonly ranks: ReadonlyMap<string, number>
  readonly managers: ReadonlySet<string>
  readonly bindings: readonly TeamItem[]
  readonly grants: readonly TeamGrant[]
  /** By `{team}:{person}`. */
  readonly teamManagers: ReadonlySet<string>
}

export async function pictureOf({ world, people, itemIds, teamIds }: Stage): Promise<Picture> {
  const { access, members, teams } = world.product.database
  const owners = new Map<number, number>()
  const ranks = new Map<string, number>()
  const managers = new Set<string>()
  const [bindings, grants]: [TeamItem[], TeamGrant[]] = [[], []]
  for (const itemId of itemIds) {
    const ownerId = (await access.ofItem(itemId, null))?.item.ownerId ?? 0
    const given = [...(await members.ofItem(itemId))]
    const byTeams = await teams.grantsOnItem(itemId)
    owners.set(itemId, ownerId)
    bindings.push(...(await teams.teamsOn(itemId)))
    grants.push(...byTeams)
    for (const { userId, role } of given) if (role === 'manager') managers.add(`${itemId}:${userId}`)
    for (const { id } of people) {
      const roles = [...given, ...byTeams].filter(({ userId }) => userId === id).map(({ role }) => RANKS.indexOf(role))
      ranks.set(`${itemId}:${id}`, id === ownerId ? RANKS.indexOf('owner') : Math.max(0, ...roles))
    }
  }
  const teamManagers = new Set<string>()
  for (const teamId of teamIds) {
    teamManagers.add(`${teamId}:${(await teams.byId(teamId))?.ownerId ?? 0}`)
    for (const { userId, role } of await teams.membersOf(teamId))
      if (role === 'admin') teamManagers.add(`${teamId}:${userId}`)
  }
  return { owners, ranks, managers, bindings, grants, teamManagers }
}

const keepsTeams = ({ flag, of }: Deed): boolean => flag && of === 0

/** Has somebody try something. @returns whether it was done */
export async function tried(stage: Stage, deed: Deed, before: Picture): Promise<boolean> {
  const { people, itemIds, teamIds, world } = stage
  const [actor, other] = [people[deed.actor], people[deed.other]]
  const [itemId, teamId] = [itemIds[deed.item] ?? 0, teamIds[deed.team] ?? 0]
  if (!actor || !other) throw new Error('there is nobody')
  const { teams, members } = world.product.database
  const pick = <T>(all: readonly T[]): T | undefined => all[deed.of % Math.max(1, all.length)]
  const { username } = other
  const { password } = world
  const { role } = deed
  const memberIn = async () => (await members.ofItem(itemId)).find(({ userId }) => userId === other.id)?.id ?? 0
  const inTeam = async () => (await teams.membersOf(teamId)).find(({ userId }) => userId === other.id)?.id ?? 0
  const teamRole = deed.flag ? 'admin' : 'member'
  const attempts: Readonly<Record<Deed['kind'], () => Promise<unknown>>> = {
    giveMembership: () => actor.do(member.save, { itemId, username: [username], role }),
    takeMembership: async () =>
      actor.do(member.delete, { itemId, membershipId: await memberIn(), keepsTeams: keepsTeams(deed) }),
    leaveItem: () => actor.do(items.leave, { itemId }),
    transferItem: () => actor.do(items.transfer, { itemId, username, password }),
    joinTeam: () => actor.do(teamMember.save, { teamId, memberUsername: [username], role: teamRole }),
    leaveTeam: () => actor.do(team.leave, { id: teamId }),
    takeFromTeam: async () => actor.do(teamMember.delete, { id: await inTeam() }),
    transferTeam: () => actor.do(team.transfer, { teamId, username, password }),
    bind: () => actor.do(teamItem.bind, { teamId, itemIds: [itemId] }),
    unbind: () => actor.do(teamItem.unbind, { id: pick(before.bindings)?.id ?? 0 }),
    changeGrant: () =>
      actor.do(teamGrant.save, { id: pick(before.grants.filter((grant) => grant.teamId === teamId))?.id ?? 0, role }),
    addGrant: () => actor.do(teamGrant.add, { itemId, teamId, memberUsername: username }),
  }
  try {
    await attempts[deed.kind]()
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** On whose word what teams have stands, as somebody remembers it who saw every act; nothing of it is asked of the product. */
export class Witness {
  readonly #binders = new Map<number, number>()
  readonly #givers = new Map<number, number>()

  see(before: Picture, after: Picture, actorId: number, deed: Deed, removedId: number): void {
    const old = new Map(before.grants.map((grant) => [grant.id, grant]))
    const known = new Set(before.bindings.map(({ id }) => id))
    for (const { id } of after.bindings) if (!known.has(id)) this.#binders.set(id, actorId)
    for (const grant of after.grants) {
      const former = old.get(grant.id)
      if (!former || RANKS.indexOf(former.role) < RANKS.indexOf(grant.role)) this.#givers.set(grant.id, actorId)
    }
    for (const [itemId, ownerId] of after.owners)
      if (before.owners.get(itemId) !== ownerId) this.#takesOver(after, itemId, before.owners.get(itemId) ?? 0, ownerId)
    const itemId = [...after.owners.keys()][deed.item]
    // Whatever they were by the membership: they may have managed the item by a team as well.
    if (deed.kind === 'takeMembership' && keepsTeams(deed) && itemId !== undefined)
      this.#takesOver(after, itemId, removedId, actorId)
  }

  /** Why something a team has stands on nobody's word; null when all is well. */
  faultIn(picture: Picture): string | null {
    for (const binding of picture.bindings)
      if (!this.#manages(picture, binding.itemId, this.#binders.get(binding.id) ?? 0, new Set()))
        return `team ${binding.teamId} keeps item ${binding.itemId} on the word of ${this.#binders.get(binding.id)}`
    for (const grant of picture.grants) {
      const giver = this.#givers.get(grant.id) ?? 0
      if (giver === grant.userId) return `${grant.userId} gave themselves a right in item ${grant.itemId}`
      if (grant.role === 'manager' && !this.#manages(picture, grant.itemId, giver, new Set()))
        return `${grant.userId} manages item ${grant.itemId} on the word of ${giver}`
    }
    return null
  }

  #takesOver({ bindings, grants }: Picture, itemId: number, from: number, by: number): void {
    for (const { id, itemId: of } of bindings) if (of === itemId && this.#binders.get(id) === from) this.#binders.set(id, by) // prettier-ignore
    for (const { id, itemId: of, userId } of grants) if (of === itemId && userId !== by && this.#givers.get(id) === from) this.#givers.set(id, by) // prettier-ignore
  }

  /** Looks for a chain from the person to somebody who needs nobody's word, in which nobody occurs twice. */
  #manages(picture: Picture, itemId: number, personId: number, below: ReadonlySet<number>): boolean {
    if (picture.owners.get(itemId) === personId || picture.managers.has(`${itemId}:${personId}`)) return true
    if (below.has(personId)) return false
    const path = new Set([...below, personId])
    return picture.grants.some((grant) => {
      if (grant.itemId !== itemId || grant.userId !== personId || grant.role !== 'manager') return false
      const binding = picture.bindings.find((each) => each.teamId === grant.teamId && each.itemId === itemId)
      const words = [binding && this.#binders.get(binding.id), this.#givers.get(grant.id)]
      return words.every((word) => word !== undefined && this.#manages(picture, itemId, word, path))
    })
  }
}

/** A right that rose by an act of somebody who had it not to give; null when there is none. */
export function wrongRise(stage: Stage, before: Picture, after: Picture, actorId: number): string | null {
  const manager = RANKS.indexOf('manager')
  for (const itemId of stage.itemIds)
    for (const { id } of stage.people) {
      const [was, is] = [before, after].map(({ ranks }) => ranks.get(`${itemId}:${id}`) ?? 0) as [number, number]
      if (is <= was || (before.ranks.get(`${itemId}:${actorId}`) ?? 0) >= manager) continue
      const byTeam = before.bindings.some(
        (binding) => binding.itemId === itemId && before.teamManagers.has(`${binding.teamId}:${actorId}`),
      )
      if (id === actorId || is >= manager || !byTeam)
        return `${actorId} raised ${id} in item ${itemId} from ${RANKS[was]} to ${RANKS[is]}`
    }
  return null
}
