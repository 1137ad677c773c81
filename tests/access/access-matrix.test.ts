import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '#core/item/item.ts'
import type { OperationTable } from '#core/operation.ts'
import { restPath } from '#server/rest/calls.ts'
import type { Browser, Site } from '#tests/rest/harness.ts'
import { SPEC_CALLS } from '#tests/rest/spec-calls.ts'
import { CALLERS, CODES, ITEM_ROWS, letterOf, nameOf, PUBLIC_ROWS, type Letter, type Row } from './matrix.ts'
import { ROLE_NAMES, ROLES, type Role, type RoleName } from './roles.ts'
import { browserOf, everything, keptOf, PLANTED, playerOf, sceneFor, tokenOf, type Scene } from './scenes.ts'
import { callOver, operationIn, WIRES, type Answer, type Wire } from './wires.ts'

let place: Site
let table: OperationTable
beforeAll(async () => {
  ;({ place, table } = await everything())
})
afterAll(() => place.close())

describe('the table of rights', () => {
  it('has a row for every operation, and for nothing else', () => {
    const operations = Object.entries(table).flatMap(([group, own]) =>
      Object.keys(own).map((name) => `${group}.${name}`),
    )
    const rows = new Set([...ITEM_ROWS, ...PUBLIC_ROWS].map(({ operation }) => operation))

    expect([...rows].toSorted()).toEqual(operations.toSorted())
  })

  it('names documented calls by their numbers', () => {
    const numbered = [...ITEM_ROWS, ...PUBLIC_ROWS].filter(({ id }) => id !== '')

    for (const { id, operation } of numbered) {
      const [group = '', name = ''] = operation.split('.')
      const path = `/api/${restPath(group, name, operationIn(table, operation))}`
      expect(SPEC_CALLS.find((call) => call.id === id)?.path.toLowerCase(), operation).toBe(path.toLowerCase())
    }
  })
})

const cells = WIRES.flatMap((wire) => ROLE_NAMES.map((role) => [wire, role] as const))
const isCommand = ({ operation }: Row): boolean => operationIn(table, operation).kind === 'command'

describe('[PERM-03] [PERM-07] [PERM-14] what every call answers, a refusal changing nothing', () => {
  it.each(cells)('over %s as %s', async (wire, role) => {
    await expectAnswers(wire, role, {}, ITEM_ROWS, (row) => letterOf(row, role))
  })
})

describe('[PERM-08] [PERM-14] [ITEM-18] items that nobody changes', () => {
  const frozen: readonly (readonly [string, Partial<Item>, readonly Row['frozen'][]])[] = [
    ['an archived item', { isArchived: true }, ['archived', 'always']],
    ['an item of type 3', { type: 'runapi' }, ['always']],
  ]
  const rows = ITEM_ROWS.filter((row) => row.frozen !== 'open')

  describe.each(frozen)('%s', (_, facts, refusing) => {
    it.each(cells)('over %s as %s', async (wire, role) => {
      await expectAnswers(wire, role, facts, rows, (row) => {
        const usual = letterOf(row, role)
        return usual === 'A' && refusing.includes(row.frozen) ? 'D' : usual
      })
    })
  })
})

describe('calls that concern no item of others', () => {
  const columns = WIRES.flatMap((wire) => CALLERS.map((caller, column) => [wire, caller, column] as const))

  it.each(columns)('over %s, %s', async (wire, caller, column) => {
    const rows = PUBLIC_ROWS.filter(({ operation }) => wire === 'REST' || !operationIn(table, operation).restOnly)
    const answers: Record<string, Letter | number> = {}
    for (const { operation, input } of rows) {
      const person = await place.world.addUser(`caller${Object.keys(answers).length}${wire}${column}`, {
        isAdmin: caller === 'site administrator',
      })
      const browser = place.browser()
      if (caller !== 'anonymous') browser.cookies.set('token', await tokenOf(place, person))
      const { id: templateId } = await place.world.product.database.documents
        .collection('templates.template')
        .put({ userId: person.id, at: place.world.clock.now(), data: { title: 'own', content: 'own' } })
      const vCode = operation === 'account.register' ? (await browser.get('/api/common/verify')).body : ''
      const groupId = await place.world.product.database.itemGroups.insert({
        userId: person.id,
        name: 'own',
        itemIds: [],
        order: 1,
      })
      const materials = { username: person.username, templateId, groupId, freeName: `free${wire}${column}`, vCode }
      const answer = await callOver(wire, browser, table, operation, input(materials))
      answers[operation] = letterOfCode(answer.code)
    }

    expect(answers).toEqual(Object.fromEntries(rows.map(({ operation, answers: due }) => [operation, due[column]])))
  })
})

/** Does every call once in this role, and compares what came of it. Calls that change something do so in a scene of their own. */
async function expectAnswers(
  wire: Wire,
  name: RoleName,
  facts: Partial<Item>,
  rows: readonly Row[],
  due: (row: Row) => Letter,
): Promise<void> {
  const role: Role = ROLES[name]
  const player = await playerOf(place, role)
  const arrive = async (): Promise<readonly [Scene, Browser]> => {
    const scene = await sceneFor(place, role, player, facts)
    return [scene, await browserOf(place, role, player, scene)]
  }
  const answers: Record<string, string> = {}
  const call = async (row: Row, scene: Scene, browser: Browser): Promise<void> => {
    const answer = await callOver(wire, browser, table, row.operation, row.input(scene))
    answers[nameOf(row)] = sortOf(answer, scene, role, due(row))
  }
  const changing = rows.filter((row) => isCommand(row) && due(row) === 'A')
  const [shared, browser] = await arrive()
  const before = await keptOf(place, shared)

  for (const row of rows.filter((each) => !changing.includes(each))) await call(row, shared, browser)
  expect(await keptOf(place, shared), 'what refused calls left').toEqual(before)
  for (const row of changing) await call(row, ...(await arrive()))

  expect(answers).toEqual(Object.fromEntries(rows.map((row) => [nameOf(row), due(row)])))
}

/** The letter of an answer; what shows too much or too little is named as such. */
function sortOf({ code, text }: Answer, { marks }: Scene, { limit }: Role, due: Letter): string {
  const letter = letterOfCode(code)
  if (letter !== 'A') return text.includes(PLANTED) ? `${letter}, but it shows the item` : String(letter)
  if (due === 'N') return text.includes(marks.item.replace('item', '')) ? 'A, showing the item' : 'N'
  if (due !== 'F') return 'A'
  const { target, other, root } = marks
  const [own, foreign] = limit === 'other' ? [other, target] : [target, other]
  if (text.includes(foreign) || text.includes(root)) return 'A, showing too much'
  return text.includes(own) ? 'F' : 'A, showing too little'
}

function letterOfCode(code: number): Letter | number {
  if (code === 0) return 'A'
  const found = Object.entries(CODES).find(([, number]) => number === code)
  return found ? (found[0] as Letter) : code
}
