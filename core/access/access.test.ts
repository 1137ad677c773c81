import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemType } from '../item/item.ts'
import {
  can,
  decide,
  resolveAccess,
  ROLES,
  visibleCatalogs,
  type Ability,
  type AccessFacts,
  type Obstacle,
  type Where,
} from './access.ts'
import { verifiedProgram, type Actor, type Token } from '../actor.ts'
import type { Grant } from '../member/membership.ts'

const ABILITIES: readonly Ability[] = ['read', 'copy', 'edit', 'inspect', 'manage', 'own']
const CATALOGS = [11, 12, 13]
const OWNER = 1

const roles = fc.constantFrom('reader', 'editor', 'manager' as const)
// No manager is limited to a catalog; the rights must bear it all the same.
const grants = fc.array(
  fc.record<Grant>({
    role: roles,
    catalogId: fc.option(fc.constantFrom(...CATALOGS), { nil: null }),
    teamId: fc.constantFrom(null, 31, 32),
  }),
  { maxLength: 4 },
)
const users = fc.record({
  kind: fc.constant('user' as const),
  id: fc.constantFrom(OWNER, 2),
  isAdmin: fc.boolean(),
})
const actors: fc.Arbitrary<Actor> = fc.oneof(
  fc.constant<Actor>({ kind: 'visitor' }),
  users,
  fc
    .record({
      itemId: fc.constantFrom(7, 8),
      scopes: fc.subarray(['read', 'write'] as const),
      onBehalfOf: fc.constantFrom(null, OWNER, 2),
    })
    .map(verifiedProgram),
)
const items = fc
  .record({
    id: fc.constant(7),
    ownerId: fc.constant(OWNER),
    visitPassword: fc.constantFrom(null, { sealed: 's', digest: 'd' }),
    isArchived: fc.boolean(),
    isMembersOnly: fc.boolean(),
    type: fc.constantFrom<ItemType>('regular', 'single', 'runapi', 'table'),
  })
  .map((item) => ({ ...item, isMembersOnly: item.isMembersOnly && item.visitPassword !== null }))
const facts: fc.Arbitrary<AccessFacts> = fc.record({ item: items, actor: actors, grants, hasPassed: fc.boolean() })
const places: fc.Arbitrary<Where> = fc.constantFrom<Where>(
  'whole',
  'somewhere',
  ...CATALOGS.map((topCatalogId) => ({ topCatalogId })),
)
const abilities = fc.constantFrom(...ABILITIES)

/** Every right of these facts as text, to compare sets of rights. */
function rightsOf(given: AccessFacts): readonly string[] {
  const access = resolveAccess(given)
  const wheres: readonly Where[] = ['whole', 'somewhere', ...CATALOGS.map((topCatalogId) => ({ topCatalogId }))]
  const rights = ABILITIES.flatMap((ability) =>
    wheres.filter((where) => can(access, ability, where)).map((where) => `${ability} ${JSON.stringify(where)}`),
  )
  const shown = visibleCatalogs(access) ?? ['everything', ...CATALOGS]
  return [...rights, ...shown.map((catalog) => `shown ${catalog}`)]
}

const missingIn = (rights: readonly string[], wanted: readonly string[]): readonly string[] =>
  wanted.filter((right) => !rights.includes(right))

describe('the laws of access', () => {
  it('more grants never take a right away', () => {
    fc.assert(
      fc.property(facts, roles, fc.option(fc.constantFrom(...CATALOGS), { nil: null }), (given, role, catalogId) => {
        const before = rightsOf(given)
        const after = rightsOf({ ...given, grants: [...given.grants, { role, catalogId, teamId: null }] })
        const isFirstLimit = catalogId !== null && !given.grants.some((grant) => grant.catalogId !== null)

        // D36: a first limited membership narrows what is shown, and nothing else.
        const lost = missingIn(after, before).filter((right) => !(isFirstLimit && right.startsWith('shown')))
        expect(lost).toEqual([])
      }),
    )
  })

  it('a stronger role has every right of a weaker one', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const rightsAs = (role: Grant['role']) =>
          rightsOf({ ...given, grants: [{ role, catalogId: null, teamId: null }] })

        expect(missingIn(rightsAs('editor'), rightsAs('reader'))).toEqual([])
        expect(missingIn(rightsAs('manager'), rightsAs('editor'))).toEqual([])
      }),
    )
  })

  it('nobody edits what is frozen, by whatever right', () => {
    fc.assert(
      fc.property(facts, places, (given, where) => {
        const access = resolveAccess(given)
        const isByToken = given.actor.kind === 'token'
        const isFrozen = given.item.isArchived || (given.item.type === 'runapi' && !isByToken)

        if (isFrozen) expect(can(access, 'edit', where)).toBe(false)
        if (given.item.isArchived) expect(can(access, 'manage', where)).toBe(false)
      }),
    )
  })

  it('being frozen takes nothing but the right to change', () => {
    fc.assert(
      fc.property(
        facts,
        places,
        fc.constantFrom<Ability>('read', 'copy', 'inspect', 'own'),
        (given, where, ability) => {
          const live = { ...given, item: { ...given.item, isArchived: false } }
          const archived = { ...given, item: { ...given.item, isArchived: true } }

          expect(can(resolveAccess(archived), ability, where)).toBe(can(resolveAccess(live), ability, where))
        },
      ),
    )
  })

  it('what a visitor may do everyone may do', () => {
    fc.assert(
      fc.property(facts, places, abilities, (given, where, ability) => {
        const visitor = resolveAccess({ ...given, actor: { kind: 'visitor' }, grants: [] })

        if (can(visitor, ability, where)) expect(can(resolveAccess(given), ability, where)).toBe(true)
      }),
    )
  })

  it('a right on the whole item is a right everywhere in it, and a right anywhere is one somewhere', () => {
    fc.assert(
      fc.property(facts, abilities, fc.constantFrom(...CATALOGS), (given, ability, topCatalogId) => {
        const access = resolveAccess(given)

        if (can(access, ability, 'whole')) expect(can(access, ability, { topCatalogId })).toBe(true)
        if (can(access, ability, { topCatalogId })) expect(can(access, ability, 'somewhere')).toBe(true)
      }),
    )
  })

  it('closing an item never gives a right, and passing its password gives reading only', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const item = { ...given.item, isMembersOnly: false }
        const open = rightsOf({ ...given, item: { ...item, visitPassword: null } })
        const closed = { ...given, item: { ...item, visitPassword: { sealed: 's', digest: 'd' } } }
        const passed = rightsOf({ ...closed, hasPassed: true })
        const outside = rightsOf({ ...closed, hasPassed: false })

        expect(passed).toEqual(open)
        expect(missingIn(outside, passed).every((right) => right.startsWith('read'))).toBe(true)
      }),
    )
  })

  it('an item for members only is what a private one is to those who do not know its password', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const closed = { ...given.item, visitPassword: { sealed: 's', digest: 'd' }, isMembersOnly: false }
        const membersOnly = rightsOf({ ...given, item: { ...closed, isMembersOnly: true } })

        expect(membersOnly).toEqual(rightsOf({ ...given, item: closed, hasPassed: false }))
        const nobody: Actor = { kind: 'visitor' }
        const outside = { ...given, item: { ...closed, isMembersOnly: true }, actor: nobody, grants: [] }
        expect(rightsOf(outside).filter((right) => right.startsWith('read'))).toEqual([])
      }),
    )
  })

  const tokens = fc
    .record({
      itemId: fc.constant(7),
      scopes: fc.subarray(['read', 'write'] as const),
      onBehalfOf: fc.constantFrom(null, OWNER, 2),
    })
    .map(verifiedProgram)

  it('a token opens its own item only: elsewhere it may what a visitor may', () => {
    fc.assert(
      fc.property(facts, tokens, (given, token) => {
        const elsewhere = { ...given, actor: verifiedProgram({ ...token, itemId: 8 }) }

        expect(rightsOf(elsewhere)).toEqual(rightsOf({ ...given, actor: { kind: 'visitor' }, grants: [] }))
      }),
    )
  })

  it('a token gives no right that its person has not, and none that its scopes do not name', () => {
    fc.assert(
      fc.property(facts, tokens, places, (given, token, where) => {
        const byToken = resolveAccess({ ...given, actor: token })
        const byPerson = resolveAccess({ ...given, actor: { kind: 'user', id: token.onBehalfOf ?? 2, isAdmin: false } })
        const byVisitor = resolveAccess({ ...given, actor: { kind: 'visitor' }, grants: [] })

        for (const ability of ['inspect', 'manage', 'own'] as const) expect(can(byToken, ability, where)).toBe(false)
        for (const ability of ['copy', 'edit'] as const)
          if (!token.scopes.includes('write')) expect(can(byToken, ability, where)).toBe(false)
        if (token.scopes.length === 0) expect(can(byToken, 'read', where)).toBe(can(byVisitor, 'read', where))
        // What only programs write no person edits.
        const isTheirs = token.onBehalfOf === null || given.item.type === 'runapi'
        for (const ability of ['read', 'copy', 'edit'] as const)
          if (!isTheirs && can(byToken, ability, where)) expect(can(byPerson, ability, where)).toBe(true)
      }),
    )
  })

  it('the owner is the only one who owns', () => {
    fc.assert(
      fc.property(facts, places, (given, where) => {
        const isOwner = given.actor.kind === 'user' && given.actor.id === OWNER

        expect(can(resolveAccess(given), 'own', where)).toBe(isOwner)
      }),
    )
  })

  it('roles are ordered from nothing to everything', () => {
    expect(ROLES).toEqual(['none', 'reader', 'editor', 'manager', 'owner'])
  })
})

describe('a member of one catalog', () => {
  const item = {
    id: 7,
    ownerId: OWNER,
    visitPassword: { sealed: 's', digest: 'd' },
    isArchived: false,
    isMembersOnly: false,
  } as const
  const actor: Actor = { kind: 'user', id: 2, isAdmin: false }
  const limited = resolveAccess({
    item: { ...item, type: 'regular' },
    actor,
    grants: [{ role: 'editor', catalogId: 11, teamId: null }],
    hasPassed: false,
  })

  it('edits there and neither in the root nor elsewhere', () => {
    expect(can(limited, 'edit', { topCatalogId: 11 })).toBe(true)
    expect(can(limited, 'edit', { topCatalogId: 12 })).toBe(false)
    expect(can(limited, 'edit')).toBe(false)
  })

  it('is shown that catalog only', () => {
    expect(visibleCatalogs(limited)).toEqual([11])
  })

  it('is shown everything when a team gives the whole item as well', () => {
    const both: readonly Grant[] = [
      { role: 'editor', catalogId: 11, teamId: null },
      { role: 'reader', catalogId: null, teamId: 31 },
    ]
    const access = resolveAccess({ item: { ...item, type: 'regular' }, actor, grants: both, hasPassed: false })

    expect(visibleCatalogs(access)).toBeNull()
  })
})

describe('why', () => {
  const [whole, inFirst] = ['whole', { topCatalogId: 11 }] as const
  const item = { id: 7, ownerId: OWNER, isArchived: false, isMembersOnly: false, type: 'regular' } as const
  const [open, closed] = [
    { ...item, visitPassword: null },
    { ...item, visitPassword: { sealed: 's', digest: 'd' } },
  ]
  const user = (id: number, isAdmin = false): Actor => ({ kind: 'user', id, isAdmin })
  const grant = (role: Grant['role'], catalogId: number | null, teamId: number | null): Grant => ({
    role,
    catalogId,
    teamId,
  })
  const token = (given: Partial<Token> = {}): Actor =>
    verifiedProgram({ itemId: 7, scopes: ['read', 'write'], onBehalfOf: null, ...given })
  const access = (given: Partial<AccessFacts>) =>
    resolveAccess({ item: closed, actor: user(2), grants: [], hasPassed: false, ...given })

  it.each<[string, Partial<AccessFacts>, Ability, Where, readonly string[]]>([
    ['an open item', { item: open, actor: { kind: 'visitor' } }, 'read', whole, ['openItem']],
    ['the visit password', { actor: { kind: 'visitor' }, hasPassed: true }, 'read', whole, ['visitPassword']],
    ['a membership', { grants: [grant('editor', null, null)] }, 'edit', whole, ['membership']],
    ['a team', { grants: [grant('reader', null, null), grant('editor', null, 31)] }, 'edit', whole, ['team 31']],
    ['a membership in one catalog', { grants: [grant('editor', 11, null)] }, 'edit', inFirst, ['membership']],
    ['two ways', { grants: [grant('manager', null, 31)], actor: user(OWNER) }, 'manage', whole, ['owner', 'team 31']],
    ['site administration', { actor: user(2, true) }, 'manage', whole, ['siteAdministrator']],
    ["the item's own token", { actor: token() }, 'edit', whole, ['token']],
    ['a token of the owner', { actor: token({ onBehalfOf: OWNER }) }, 'edit', whole, ['owner']],
    [
      'a token of a member of one catalog',
      { actor: token({ onBehalfOf: 2 }), grants: [grant('editor', 11, null)] },
      'edit',
      inFirst,
      ['membership'],
    ],
  ])('somebody may: by %s', (_, facts, ability, where, expected) => {
    const { isAllowed, because } = decide(access(facts), ability, where)

    expect(isAllowed).toBe(true)
    expect(
      typeof because === 'string'
        ? because
        : because.map(({ from, teamId }) => (teamId === null ? from : `${from} ${teamId}`)),
    ).toEqual(expected)
  })

  const editor = { grants: [grant('editor', null, null)] }
  const limited = { grants: [grant('editor', 12, 31)] }
  it.each<[Obstacle, string, Partial<AccessFacts>, Ability, Where]>([
    ['noRole', 'a stranger', {}, 'read', whole],
    ['noRole', 'a token of another item', { actor: token({ itemId: 8 }) }, 'edit', whole],
    ['noRole', 'a token of somebody who has left', { actor: token({ onBehalfOf: 2 }) }, 'edit', whole],
    ['weakRole', 'a token for reading', { actor: token({ scopes: ['read'] }) }, 'edit', whole],
    ['weakRole', 'a token of the owner', { actor: token({ onBehalfOf: OWNER }) }, 'manage', whole],
    ['archived', 'a token', { actor: token(), item: { ...closed, isArchived: true } }, 'edit', whole],
    ['weakRole', 'a reader', { grants: [grant('reader', null, null)] }, 'edit', whole],
    ['weakRole', 'a manager', { grants: [grant('manager', null, null)] }, 'own', whole],
    ['otherCatalog', 'an editor of another catalog', limited, 'edit', inFirst],
    ['otherCatalog', 'an editor of another catalog', limited, 'read', inFirst],
    ['archived', 'an editor', { ...editor, item: { ...closed, isArchived: true } }, 'edit', whole],
    ['archived', 'the owner', { actor: user(OWNER), item: { ...closed, isArchived: true } }, 'manage', whole],
    ['untouchable', 'an editor', { ...editor, item: { ...closed, type: 'runapi' } }, 'edit', whole],
    ['noRole', 'a stranger', { item: { ...closed, isArchived: true } }, 'edit', whole],
  ])('nobody may: %s, for %s', (obstacle, _, facts, ability, where) => {
    expect(decide(access(facts), ability, where)).toEqual({ isAllowed: false, because: obstacle })
  })

  it("a page in the recycle bin is in nobody's hands, and a secret from those who might not read it", () => {
    const page = { deletion: { byId: OWNER, at: new Date(0) }, isHeld: true }
    const reasons = (facts: Partial<AccessFacts>) =>
      (['read', 'edit', 'own'] as const).map((ability) => decide(access(facts), ability, inFirst, page).because)

    expect(reasons({ actor: user(OWNER) })).toEqual(['recycled', 'recycled', 'recycled'])
    expect(reasons({ grants: [grant('reader', null, null)] })).toEqual(['recycled', 'recycled', 'recycled'])
    expect(reasons({})).toEqual(['noRole', 'noRole', 'noRole'])
    expect(reasons(limited)).toEqual(['otherCatalog', 'otherCatalog', 'weakRole'])
  })

  it('a page that somebody else writes in is read and managed, not edited; who may not edit learns nothing of it', () => {
    const page = { deletion: null, isHeld: true }
    const answers = (facts: Partial<AccessFacts>) =>
      (['read', 'manage', 'edit'] as const).map((ability) => {
        const decision = decide(access(facts), ability, inFirst, page)
        return decision.isAllowed || decision.because
      })

    expect(answers({ actor: user(OWNER) })).toEqual([true, true, 'locked'])
    expect(answers({ grants: [grant('reader', null, null)] })).toEqual([true, 'weakRole', 'weakRole'])
    expect(answers({ actor: user(OWNER), item: { ...closed, isArchived: true } })).toEqual([
      true,
      'archived',
      'archived',
    ])
  })

  it('what is allowed names a right that suffices, and a refusal none', () => {
    fc.assert(
      fc.property(facts, abilities, places, (given, ability, where) => {
        const resolved = resolveAccess(given)
        const decision = decide(resolved, ability, where)

        expect(decision.isAllowed).toBe(can(resolved, ability, where))
        if (!decision.isAllowed) return
        expect(decision.because.length).toBeGreaterThan(0)
        for (const right of decision.because)
          expect(can({ ...resolved, rights: [right] }, ability, where), right.from).toBe(true)
      }),
    )
  })
})

it('[PERM-02] transfers and deletes what others own for site administrators alone, whatever else somebody is', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const isAdministrator = given.actor.kind === 'user' && given.actor.isAdmin

      expect(can(resolveAccess(given), 'administer')).toBe(isAdministrator)
    }),
  )
})
