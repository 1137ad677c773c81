import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '#core/item/item.ts'
import { isPromised } from '#server/rest/calls.ts'
import type { Browser } from '#tests/rest/harness.ts'
import { SPEC_CALLS } from '#tests/rest/spec-calls.ts'
import type { SceneCall } from './scene-call.ts'
import { addressOf, CODES, MATRIX, type Cell, type Row } from './matrix.ts'
import { materialsFor } from './own-materials.ts'
import { CALLERS, ROLES, TEAM_ROLES, type Role } from './roles.ts'
import { browserOf, everything, keptOf, PLANTED, playerOf, sceneFor, tokenOf, type Everything } from './scenes.ts'
import type { Scene } from './scene.ts'
import { callOver, operationIn, WIRES, type Answer, type Wire } from './wires.ts'

let site: Everything
beforeAll(async () => {
  site = await everything()
})
afterAll(() => site.place.close())

const LINES = Object.values(MATRIX).flat()

describe('the access matrix', () => {
  it('has a row for every operation, and for nothing else than operations and documented calls', () => {
    const addresses = new Set(LINES.map((line) => addressOf(line).toLowerCase()))
    const operations = [...site.rows.operations.keys()]

    expect(operations.filter((address) => !addresses.has(address))).toEqual([])
    expect([...addresses].filter((address) => !operations.includes(address) && !isPromised(address))).toEqual([])
  })

  it('names documented calls by their numbers', () => {
    const numbers = new Map(SPEC_CALLS.map(({ id, path }) => [path.toLowerCase(), id]))

    for (const line of LINES)
      expect(numbers.get(`/api/${addressOf(line).toLowerCase()}`) ?? '', line.call).toBe(line.id)
  })

  it('says nothing twice', () => {
    for (const lines of Object.values(MATRIX)) expect(new Set(lines.map(({ call }) => call)).size).toBe(lines.length)
  })
})

const cellsOf = (roles: Readonly<Record<string, Role>>) =>
  WIRES.flatMap((wire) => Object.entries(roles).map(([name, role]) => [wire, name, role] as const))

describe('[PERM-03] [PERM-05] [PERM-07] [PERM-12] [PERM-14] what every call on an item answers, a refusal changing nothing', () => {
  it.each(cellsOf(ROLES))('over %s as %s', async (wire, name, role) => {
    await expectAnswers(wire, role, {}, site.rows.item, ({ cells }) => cells[name] ?? 'A')
  })
})

describe('[PERM-08] [PERM-14] [ITEM-18] items that nobody changes', () => {
  const frozen: readonly (readonly [string, Partial<Item>, readonly Row<SceneCall>['frozen'][]])[] = [
    ['an archived item', { isArchived: true }, ['archived', 'always']],
    ['an item of type 3', { type: 'runapi' }, ['always']],
  ]

  describe.each(frozen)('%s', (_, facts, refusing) => {
    it.each(cellsOf(ROLES))('over %s as %s', async (wire, name, role) => {
      const rows = site.rows.item.filter(({ frozen: when }) => when !== 'open')
      await expectAnswers(wire, role, facts, rows, ({ cells, frozen: when }) => {
        const usual = cells[name] ?? 'A'
        return usual === 'A' && refusing.includes(when) ? 'D' : usual
      })
    })
  })
})

describe('[PERM-10] [PERM-11] [PERM-14] what every call on a team answers, a refusal changing nothing', () => {
  it.each(cellsOf(TEAM_ROLES))('over %s as %s of the team', async (wire, name, role) => {
    await expectAnswers(wire, role, {}, site.rows.team, ({ cells }) => cells[name] ?? 'A')
  })

  it.each(cellsOf(ROLES))('over %s as %s of an item bound to it', async (wire, name, role) => {
    await expectAnswers(wire, role, {}, site.rows.teamOfItem, ({ cells }) => cells[name] ?? 'A')
  })
})

describe('calls that concern no item or team of others', () => {
  const columns = WIRES.flatMap((wire) => CALLERS.map((caller) => [wire, caller] as const))

  it.each(columns)('over %s, %s', async (wire, caller) => {
    const { place, table } = site
    const rows = site.rows.own.filter(({ operation }) => wire === 'REST' || !operationIn(table, operation).restOnly)
    const answers: Record<string, string> = {}
    for (const [at, { call, operation, make }] of rows.entries()) {
      const word = `${wire}${CALLERS.indexOf(caller)}`
      const isAdmin = caller === 'site administrator'
      const person = await place.world.addUser(`caller${at}${word}`, { isAdmin, isEmailVerified: false })
      const browser = place.browser()
      if (caller !== 'anonymous') browser.cookies.set('token', await tokenOf(place, person))
      const materials = await materialsFor(place, person, browser, operation, word)
      answers[call] = cellOf((await callOver(wire, browser, table, operation, make(materials))).code)
    }

    expect(answers).toEqual(Object.fromEntries(rows.map(({ call, cells }) => [call, cells[caller]])))
  })
})

/**
 * Does every call in this role, and compares what came of it: first what is refused or only looks, which may change
 * nothing, then what is let through; a call that spoils the scene for others has one of its own.
 */
async function expectAnswers(
  wire: Wire,
  role: Role,
  facts: Partial<Item>,
  rows: readonly Row<SceneCall>[],
  due: (row: Row<SceneCall>) => Cell,
): Promise<void> {
  const { place, table } = site
  const player = await playerOf(place, role)
  const arrive = async (): Promise<readonly [Scene, Browser]> => {
    const scene = await sceneFor(place, role, player, facts)
    return [scene, await browserOf(place, role, player, scene)]
  }
  const answers: Record<string, string> = {}
  const ask = async (row: Row<SceneCall>, scene: Scene, browser: Browser): Promise<void> => {
    const answer = await callOver(wire, browser, table, row.operation, row.make.input(scene))
    answers[row.call] = sortOf(answer, scene, role, due(row))
  }
  const isChange = (row: Row<SceneCall>): boolean =>
    due(row) === 'A' && operationIn(table, row.operation).kind === 'command'
  const [shared, browser] = await arrive()
  const before = await keptOf(place, shared)

  for (const row of rows.filter((each) => !isChange(each))) await ask(row, shared, browser)
  expect(await keptOf(place, shared), 'what refused calls left').toEqual(before)
  for (const row of rows.filter((each) => isChange(each) && !each.make.spoils)) await ask(row, shared, browser)
  for (const row of rows.filter((each) => isChange(each) && each.make.spoils)) await ask(row, ...(await arrive()))

  expect(answers).toEqual(Object.fromEntries(rows.map((row) => [row.call, due(row)])))
}

/** The cell an answer belongs to; what shows too much or too little is named as such. */
function sortOf({ code, text }: Answer, { marks }: Scene, { membership, grant }: Role, due: Cell): string {
  const cell = cellOf(code)
  if (cell !== 'A') return text.includes(PLANTED) ? `${cell}, but it shows what is planted` : cell
  if (due === 'N') return text.includes(marks.item.replace('item', '')) ? 'A, showing the item' : 'N'
  if (due !== 'F') return 'A'
  const { target, other, root } = marks
  const isOther = (membership ?? grant)?.limit === 'other'
  const [own, foreign] = isOther ? [other, target] : [target, other]
  if (text.includes(foreign) || text.includes(root)) return 'A, showing too much'
  return text.includes(own) ? 'F' : 'A, showing too little'
}

function cellOf(code: number): string {
  if (code === 0) return 'A'
  return Object.entries(CODES).find(([, number]) => number === code)?.[0] ?? String(code)
}
