import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationTable } from '#core/operation.ts'
import type { Browser } from '#tests/rest/harness.ts'
import { MISSING, NOTHING } from './mixture.ts'
import { MIXTURES } from './mixtures.ts'
import { ROLES, TEAM_ROLES, type Role } from './roles.ts'
import { browserOf, everything, keptOf, playerOf, sceneFor, type Everything } from './scenes.ts'
import type { Scene } from './scene.ts'
import { callOver, operationIn, WIRES, type Answer } from './wires.ts'

let site: Everything
beforeAll(async () => {
  site = await everything()
})
afterAll(() => site.place.close())

describe.each(WIRES)('over %s', (wire) => {
  describe('[PERM-15] ids that do not belong together', () => {
    let browser: Browser
    let mine: Scene
    let theirs: Scene
    beforeAll(async () => {
      const { place } = site
      const role: Role = TEAM_ROLES.creator
      const player = await playerOf(place, role)
      mine = await sceneFor(place, role, player)
      theirs = await sceneFor(place, role, await playerOf(place, role))
      browser = await browserOf(place, role, player, mine)
    })

    it.each(MIXTURES)('$operation: $mixes', async ({ operation, ends, input }) => {
      const { place, table } = site
      const before = [await keptOf(place, theirs), ends === 'refused' ? await keptOf(place, mine) : null]

      const foreign = await callOver(wire, browser, table, operation, input(mine, theirs))
      const missing = await callOver(wire, browser, table, operation, input(mine, NOTHING))

      expect(foreign.text).not.toContain(theirs.marks.item.replace('item', ''))
      expect([await keptOf(place, theirs), ends === 'refused' ? await keptOf(place, mine) : null]).toEqual(before)
      if (ends === 'done') expect(foreign.code).toBe(0)
      else expect([10101, 10103, 10303, 10307]).toContain(foreign.code)
      expect(told(foreign)).toEqual(told(missing))
    })

    it('has a case for every operation with several ids', () => {
      const { rows, table } = site
      const several = [...rows.item, ...rows.team].filter(({ operation }) => idsIn(table, operation).length > 1)
      const covered = new Set(MIXTURES.map(({ operation }) => operation))

      expect(several.map(({ operation }) => operation).filter((operation) => !covered.has(operation))).toEqual([])
    })
  })

  describe('what is not theirs to see and what does not exist (threats A3)', () => {
    it.each(['anonPriv', 'strPriv'] as const)('are told apart by no call of %s', async (name) => {
      const { place, table } = site
      const role: Role = ROLES[name]
      const player = await playerOf(place, role)
      const scene = await sceneFor(place, role, player)
      const browser = await browserOf(place, role, player, scene)
      const rows = [...site.rows.item, ...site.rows.teamOfItem].filter(({ cells }) => cells[name] !== 'A')

      for (const { operation, call, make } of rows) {
        const input = make.input(scene)
        const foreign = await callOver(wire, browser, table, operation, input)
        // An editor makes up the id of its draft: it names nothing of others.
        for (const id of Object.keys(input).filter((key) => /(?<!group|draft)ids?$/i.test(key))) {
          const nothing = Array.isArray(input[id]) ? [MISSING] : MISSING
          const missing = await callOver(wire, browser, table, operation, { ...input, [id]: nothing })
          expect(told(missing), `${call} with another ${id}`).toEqual(told(foreign))
        }
      }
    })

    it('are told apart neither by a wrong visit password nor by a personal domain', async () => {
      const { place, table } = site
      const role: Role = ROLES.anonPriv
      const scene = await sceneFor(place, role, null)
      const browser = await browserOf(place, role, null, scene)
      const pairs: readonly (readonly [string, object, object])[] = [
        ['item.enterPassword', { itemId: scene.itemId, password: 'x' }, { itemId: MISSING, password: 'x' }],
        ['item.enterPassword', { pageId: scene.pageId, password: 'x' }, { pageId: MISSING, password: 'x' }],
        ['item.info', { itemId: scene.domain }, { itemId: 'nobodyhasthisdomain' }],
      ]

      for (const [operation, ...inputs] of pairs) {
        const answers = await Promise.all(
          inputs.map((input) => callOver(wire, browser, table, operation, { ...input })),
        )
        expect(told(answers[0] as Answer)).toEqual(told(answers[1] as Answer))
        expect(answers[0]?.code).not.toBe(0)
      }
    })
  })
})

/** What a caller can tell two answers apart by, the ids that were sent aside. */
const told = ({ code, message, text: body }: Answer) => ({ code, message, length: code === 0 ? body.length : 0 })

/** The fields of an operation's input that name something in an item. */
function idsIn(operations: OperationTable, name: string): readonly string[] {
  const { input } = operationIn(operations, name) as { input: { def?: { shape?: Readonly<Record<string, unknown>> } } }
  return Object.keys(input.def?.shape ?? {}).filter((key) => /(ids?|pages|places)$/i.test(key))
}
