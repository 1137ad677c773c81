import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import type { OperationTable } from '#core/operation.ts'
import type { Site } from '#tests/rest/harness.ts'
import type { Person } from '#tests/support/people.ts'
import { letterOf, nameOf, ITEM_ROWS, CODES, type Letter, type Row } from './matrix.ts'
import { ROLES, type Role, type RoleName } from './roles.ts'
import { browserOf, everything, keptOf, PLANTED, playerOf, sceneFor, type Scene } from './scenes.ts'
import { callOver, operationIn, WIRES } from './wires.ts'

let place: Site
let table: OperationTable
beforeAll(async () => {
  ;({ place, table } = await everything())
})
afterAll(() => place.close())

const { item, account } = coreOperations

interface Ending {
  readonly event: string
  readonly before: RoleName
  /** Whom the caller is like from then on. */
  readonly after: RoleName
  happens(scene: Scene, player: Person | null): Promise<unknown>
}
const database = () => place.world.product.database
const itemOf = async ({ itemId }: Scene) => {
  const facts = await database().access.ofItem(itemId, null)
  if (!facts) throw new Error('the item of the scene is gone')
  return facts.item
}
const setPassword =
  (password: string): Ending['happens'] =>
  ({ itemId, marks }) =>
    place.world.owner.do(item.update, { itemId, itemName: marks.item, password })
const close = setPassword('another secret')
const removal: Ending['happens'] = ({ itemId }, player) => database().members.remove(itemId, player?.id ?? 0)
const membership =
  (role: 'reader' | 'editor', limit?: 'otherCatId'): Ending['happens'] =>
  async (scene, player) => {
    const catalogId = limit ? scene[limit] : null
    const { itemId } = scene
    await database().members.put({ itemId, userId: player?.id ?? 0, role, catalogId, addedAt: new Date() })
  }

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
    happens: membership('editor', 'otherCatId'),
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
    happens: async (scene) => database().items.update({ ...(await itemOf(scene)), ownerId: place.world.owner.id }),
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
      await player?.do(account.changePassword, { password: place.world.password, newPassword: 'a quieter owl at dawn' })
    },
  },
]

describe.each(WIRES)('rights end with the next request over %s (threats A4):', (wire) => {
  it.each(ENDINGS)('$event', async ({ before, after, happens }) => {
    const role: Role = ROLES[before]
    const player = await playerOf(place, role)
    const scene = await sceneFor(place, role, player)
    const browser = await browserOf(place, role, player, scene)
    const ask = async (row: Row): Promise<string> => {
      const { code, text } = await callOver(wire, browser, table, row.operation, row.input(scene))
      return code === 0 ? 'A' : `${letterOfCode(code)}${text.includes(PLANTED) ? ', but it shows the item' : ''}`
    }
    // Whatever might be remembered of a right is remembered now.
    const views = ITEM_ROWS.filter(({ operation }) => operationIn(table, operation).kind === 'query')
    for (const row of views) expect(await ask(row), nameOf(row)).toBe(outcomeOf(letterOf(row, before)))

    await happens(scene, player)

    const kept = await keptOf(place, scene)
    const lost = ITEM_ROWS.filter((row) => outcomeOf(letterOf(row, after)) !== 'A')
    const answers: Record<string, string> = {}
    for (const row of lost) answers[nameOf(row)] = await ask(row)
    expect(answers).toEqual(Object.fromEntries(lost.map((row) => [nameOf(row), letterOf(row, after)])))
    expect(await keptOf(place, scene)).toEqual(kept)
    expect(lost.some((row) => outcomeOf(letterOf(row, before)) === 'A')).toBe(true)
  })
})

const outcomeOf = (letter: Letter): string => (letter === 'F' || letter === 'N' ? 'A' : letter)
const letterOfCode = (code: number): string =>
  Object.entries(CODES).find(([, number]) => number === code)?.[0] ?? String(code)
