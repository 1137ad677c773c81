import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '#core/ports/store.ts'
import type { Row } from './matrix.ts'
import { ROLES, type Role } from './roles.ts'
import type { SceneCall } from './scene-call.ts'
import { browserOf, everything, playerOf, sceneFor, type Everything } from './scenes.ts'
import { callOver, WIRES, type Wire } from './wires.ts'

/*
 * The law of the bin of items: for everybody an item in it is as gone as one that is deleted for good. Every call that the
 * access matrix makes on an item, or on a team bound to it, is made once on each, and has to say the same.
 */
let site: Everything
beforeAll(async () => {
  site = await everything()
})
afterAll(() => site.place.close())

type Gone = (store: Pick<Store, 'items'>, itemId: number) => Promise<void>
const inBin: Gone = ({ items }, itemId) => items.recycle(itemId, 1, new Date('2026-03-01T08:00:00Z'))
const forGood: Gone = ({ items }, itemId) => items.delete(itemId)

/** What all calls answer in this role once the item is gone, in one order; numbers differ from scene to scene. */
async function answersAfter(gone: Gone, wire: Wire, role: Role, rows: readonly Row<SceneCall>[]) {
  const { place, table } = site
  const player = await playerOf(place, role)
  const scene = await sceneFor(place, role, player)
  const browser = await browserOf(place, role, player, scene)
  await gone(place.world.product.database, scene.itemId)
  const answers: Record<string, string> = {}
  for (const { call, operation, make } of rows) {
    const { code, text } = await callOver(wire, browser, table, operation, make.input(scene))
    answers[call] = `${code} ${withoutChance(text)}`
  }
  return answers
}

const withoutChance = (text: string): string => text.replaceAll(/[\w-]{32,}/g, 'token').replaceAll(/\d+/g, '#')

describe('an item in the bin is as gone as one that is deleted for good', () => {
  const cells = WIRES.flatMap((wire) => Object.entries(ROLES).map(([name, role]) => [wire, name, role] as const))

  it.each(cells)('over %s for %s', async (wire, _, role) => {
    const rows = [...site.rows.item, ...site.rows.teamOfItem]

    const [binned, deleted] = [
      await answersAfter(inBin, wire, role, rows),
      await answersAfter(forGood, wire, role, rows),
    ]

    expect(Object.keys(binned).length).toBeGreaterThan(100)
    expect(binned).toEqual(deleted)
  })
})
