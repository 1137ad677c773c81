import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import type { Person } from '#tests/support/people.ts'
import type { SceneCall } from './scene-call.ts'
import { CODES, type Cell, type Row } from './matrix.ts'
import { ROLES, type Role, type RoleName } from './roles.ts'
import { browserOf, everything, keptOf, PLANTED, playerOf, sceneFor, type Everything } from './scenes.ts'
import type { Scene } from './scene.ts'
import { callOver, operationIn, WIRES } from './wires.ts'

let site: Everything
beforeAll(async () => {
  site = await everything()
})
afterAll(() => site.place.close())

const { item, account } = coreOperations

interface Ending {
  readonly event: string
  readonly before: RoleName
  /** Whom the caller is like from then on. */
  readonly after: RoleName
  /** Whom in the calls on the team, where that is somebody else. */
  readonly afterInTeam?: RoleName
  happens(scene: Scene, player: Person | null): Promise<unknown>
}
const database = () => site.place.world.product.database
const itemOf = async ({ itemId }: Scene) => {
  const facts = await database().access.ofItem(itemId, null)
  if (!facts) throw new Error('the item of the scene is gone')
  return facts.item
}
const setPassword =
  (password: string): Ending['happens'] =>
  ({ itemId, marks }) =>
    site.place.world.owner.do(item.update, { itemId, itemName: marks.item, password })
const close = setPassword('another secret')
const removal: Ending['happens'] = ({ itemId }, player) => database().members.remove(itemId, player?.id ?? 0)
const membership =
  (role: 'reader' | 'editor', limit?: 'otherCatalogId'): Ending['happens'] =>
  async (scene, player) => {
    const catalogId = limit ? scene[limit] : null
    const { itemId } = scene
    await database().members.put({ itemId, userId: player?.id ?? 0, role, catalogId, addedAt: new Date() })
  }

const grant =
  (role: 'reader' | 'editor', limit?: 'catalogId' | 'otherCatalogId'): Ending['happens'] =>
  async (scene, player) => {
    const { teamId, itemId } = scene
    const right = { role, catalogId: limit ? scene[limit] : null, givenBy: scene.ownerId, addedAt: new Date() }
    await database().teams.putGrants([{ teamId, itemId, userId: player?.id ?? 0, ...right }])
  }
const leaveTeam: Ending['happens'] = async ({ teamId }, player) => {
  const membership = (await database().teams.membersOf(teamId)).find(({ userId }) => userId === player?.id)
  await database().teams.removeMember(membership?.id ?? 0)
}
const unbind: Ending['happens'] = ({ teamItemId }) => database().teams.unbind(teamItemId)
const deleteTeam: Ending['happens'] = ({ teamId }) => database().teams.delete(teamId)
/** Still in the team, with nothing in the item. */
const GRANTLESS = { after: 'strPriv', afterInTeam: 'tmRO' } as const

/** After each of these the caller's next request is refused, with the same cookie as before (threats A4). */
const ENDINGS: readonly Ending[] = [
  { event: 'a reader is removed', before: 'memRO', after: 'strPriv', happens: removal },
  { event: 'an editor is removed', before: 'memEdit', after: 'strPriv', happens: removal },
  { event: 'a member of one catalog is removed', before: 'memCatIn', after: 'strPriv', happens: removal },
  { event: 'a manager is removed', before: 'memAdmin', after: 'strPriv', happens: removal },
  { event: 'a manager becomes an editor', before: 'memAdmin', after: 'memEdit', happens: membership('editor') },
  { event: 'an editor becomes a reader', before: 'memEdit', after: 'memRO', happens: membership('reader') },
  {
    event: 'a member gets another catalog',
    before: 'memCatIn',
    after: 'memCatOut',
    happens: membership('editor', 'otherCatalogId'),
  },
  { event: 'a reader leaves the team', before: 'tmRO', after: 'strPriv', happens: leaveTeam },
  { event: 'an editor is removed from the team', before: 'tmEdit', after: 'strPriv', happens: leaveTeam },
  { event: 'the item is unbound from the team of a manager', before: 'tmAdmin', ...GRANTLESS, happens: unbind },
  { event: 'the team of a manager is deleted', before: 'tmAdmin', after: 'strPriv', happens: deleteTeam },
  { event: 'a manager by a team becomes a reader', before: 'tmAdmin', after: 'tmRO', happens: grant('reader') },
  {
    event: 'an editor by a team gets one catalog',
    before: 'tmEdit',
    after: 'tmCatIn',
    happens: grant('editor', 'catalogId'),
  },
  {
    event: 'an editor by a team gets another catalog',
    before: 'tmCatIn',
    after: 'tmCatOut',
    happens: grant('editor', 'otherCatalogId'),
  },
  {
    event: 'the catalog of an editor by a team is deleted',
    before: 'tmCatIn',
    ...GRANTLESS,
    happens: ({ catalogId }) => database().catalogs.deleteAll([catalogId]),
  },
  { event: 'the visit password changes for a visitor', before: 'anonPass', after: 'anonPriv', happens: close },
  { event: 'the visit password changes for a stranger', before: 'strPass', after: 'strPriv', happens: close },
  { event: 'the item is made private for a visitor', before: 'anonOpen', after: 'anonPriv', happens: close },
  { event: 'the item is made private for a stranger', before: 'strOpen', after: 'strPriv', happens: close },
  {
    event: 'the item is opened and closed with the same password',
    before: 'anonPass',
    after: 'anonPriv',
    async happens(scene) {
      await setPassword('')(scene, null)
      await setPassword(scene.visitPassword)(scene, null)
    },
  },
  {
    event: 'the item gets another owner',
    before: 'owner',
    after: 'strPriv',
    happens: async (scene) => database().items.update({ ...(await itemOf(scene)), ownerId: site.place.world.owner.id }),
  },
  {
    event: 'an administrator becomes an ordinary user',
    before: 'siteAdmin',
    after: 'strPriv',
    happens: (_, player) => database().users.update(player?.id ?? 0, { isAdmin: false }),
  },
  {
    event: 'the login password is changed elsewhere',
    before: 'memAdmin',
    after: 'anonPriv',
    async happens(_, player) {
      await player?.do(account.changePassword, {
        password: site.place.world.password,
        newPassword: 'a quieter owl at dawn',
      })
    },
  },
]

describe.each(WIRES)('rights end with the next request over %s (threats A4):', (wire) => {
  it.each(ENDINGS)('$event', async ({ before, after, afterInTeam = after, happens }) => {
    const { place, table } = site
    const rows = [
      ...site.rows.item.map((row) => ({ ...row, had: row.cells[before], has: row.cells[after] })),
      ...site.rows.teamOfItem.map((row) => ({ ...row, had: row.cells[before], has: row.cells[afterInTeam] })),
    ]
    const role: Role = ROLES[before]
    const player = await playerOf(place, role)
    const scene = await sceneFor(place, role, player)
    const browser = await browserOf(place, role, player, scene)
    const ask = async ({ operation, make }: Row<SceneCall>): Promise<string> => {
      const { code, text } = await callOver(wire, browser, table, operation, make.input(scene))
      return code === 0 ? 'A' : `${cellOf(code)}${text.includes(PLANTED) ? ', but it shows what is planted' : ''}`
    }
    // Whatever might be remembered of a right is remembered now.
    const views = rows.filter(({ operation }) => operationIn(table, operation).kind === 'query')
    for (const row of views) expect(await ask(row), row.call).toBe(outcomeOf(row.had))

    await happens(scene, player)

    const kept = await keptOf(place, scene)
    const lost = rows.filter(({ has }) => outcomeOf(has) !== 'A')
    const answers: Record<string, string> = {}
    for (const row of lost) answers[row.call] = await ask(row)
    expect(answers).toEqual(Object.fromEntries(lost.map(({ call, has }) => [call, has])))
    expect(await keptOf(place, scene)).toEqual(kept)
    expect(lost.some(({ had }) => outcomeOf(had) === 'A')).toBe(true)
  })
})

const outcomeOf = (cell: Cell | undefined): string | undefined => (cell === 'F' || cell === 'N' ? 'A' : cell)
const cellOf = (code: number): string =>
  Object.entries(CODES).find(([, number]) => number === code)?.[0] ?? String(code)
