import * as fc from 'fast-check'
import type { MemberRole } from '#core/member/membership.ts'

/** People and teams by their places in the lists of a crowd; person 0 is a site administrator. */
export const PEOPLE = 7
const TEAMS = 3
/**
 * A role, in the whole item or in one of its first-level catalogs, of which every item has two; below the first of them
 * lies a third catalog.
 */
export interface GivenRole {
  readonly role: MemberRole
  readonly catalog: number | null
}

/** An item with its people, and what happened to it afterwards. */
export interface RandomItem {
  readonly owner: number
  readonly isPrivate: boolean
  readonly isArchived: boolean
  readonly isUntouchable: boolean
  readonly members: ReadonlyMap<number, GivenRole>
  /** By team: what its members were given; who was given nothing is left out. */
  readonly bindings: ReadonlyMap<number, ReadonlyMap<number, GivenRole>>
  /** Who gave the visit password. */
  readonly passed: readonly number[]
  /** A team that was unbound again. */
  readonly unbound: number | null
  /** A first-level catalog that was deleted, or put below the other one. */
  readonly lost: { readonly catalog: number; readonly isDeleted: boolean } | null
  /** Who looks at the item from inside. */
  readonly visitor: number
}

/** People who share teams, and the items they share. */
export interface Crowd {
  /** The members of each team. */
  readonly teams: readonly (readonly number[])[]
  /** Who left a team after everything was given. */
  readonly left: { readonly team: number; readonly person: number }
  readonly items: readonly RandomItem[]
}

const person = fc.nat(PEOPLE - 1)
const team = fc.nat(TEAMS - 1)
const givenRole: fc.Arbitrary<GivenRole> = fc
  .record({
    role: fc.constantFrom<MemberRole>('reader', 'editor', 'manager'),
    catalog: fc.option(fc.constantFrom(0, 1), { nil: null }),
  })
  // A manager is never limited to a catalog.
  .map(({ role, catalog }) => ({ role, catalog: role === 'manager' ? null : catalog }))
const mapOf = <T>(key: fc.Arbitrary<number>, value: fc.Arbitrary<T>, maxLength: number) =>
  fc.array(fc.tuple(key, value), { maxLength }).map((entries) => new Map(entries))

const item: fc.Arbitrary<RandomItem> = fc.record({
  owner: person,
  isPrivate: fc.boolean(),
  isArchived: fc.boolean(),
  isUntouchable: fc.boolean(),
  members: mapOf(person, givenRole, 2),
  bindings: mapOf(team, mapOf(person, givenRole, 3), 2),
  passed: fc.array(person, { maxLength: 2 }),
  unbound: fc.option(team, { nil: null }),
  lost: fc.option(fc.record({ catalog: fc.constantFrom(0, 1), isDeleted: fc.boolean() }), { nil: null }),
  visitor: person,
})

export const crowds = (items: number): fc.Arbitrary<Crowd> =>
  fc.record({
    teams: fc.array(fc.uniqueArray(person, { maxLength: 4 }), { minLength: TEAMS, maxLength: TEAMS }),
    left: fc.record({ team, person }),
    items: fc.array(item, { minLength: items, maxLength: items }),
  })
