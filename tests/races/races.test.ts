import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { Chance } from '#tests/simulation/chance.ts'
import { races, type Races } from './race.ts'

/** At the same moment: each crowd has 28 pairs of calls. */
const AT_ONCE = 8
const CROWDS = 40
/** `all` has each pair of calls meet, four at once; it takes a quarter of an hour. */
const hasAllPairs = process.env['OCTAVO_RACES'] === 'all'

/** Each violated a key of PostgreSQL, and was answered as a fault of the server. */
const KNOWN = [
  ['attachment/bindingPage', 'attachment/deleteMyAttachment'],
  ['item/sort', 'item/delete'],
  ['item/sort in a group', 'item/delete'],
  ['item/pwd by a page', 'item/delete'],
  ['item/add copying the item', 'item/delete'],
  ['catalog/copy into an own item', 'item/delete'],
  ['subscription/savePage', 'item/delete'],
  ['template/shareToItem', 'item/delete'],
] as const

describe.skipIf(POSTGRES_URL === undefined)('two servers of one PostgreSQL database', () => {
  let server: Awaited<ReturnType<typeof newServerDatabase>>
  let twoServers: Races
  beforeAll(async () => {
    server = await newServerDatabase()
    twoServers = await races(server.url)
  })
  afterAll(async () => {
    await twoServers.close()
    await server.drop()
  })

  /** Two crowds at a time, which meet at the database, though in scenes of their own. */
  async function problemsOf(crowds: readonly (readonly string[])[]): Promise<readonly string[]> {
    const waiting = [...crowds]
    const problems: string[] = []
    const inTurns = async (): Promise<void> => {
      for (let crowd = waiting.pop(); crowd; crowd = waiting.pop()) problems.push(...(await twoServers.run(crowd)))
    }
    await Promise.all([inTurns(), inTurns()])
    return [...problems, ...(await twoServers.problemsOfRows())]
  }

  it.each(KNOWN)('refuse nothing without a reason, and lose nothing: %s with %s', async (one, other) => {
    const crowds = Array.from({ length: 4 }, () => [one, other, one, other, one, other])

    expect(await problemsOf(crowds)).toEqual([])
  })

  it(`refuse nothing without a reason, and lose nothing, in ${CROWDS} crowds that do all there is`, async () => {
    const chance = new Chance(CROWDS)
    const crowds = Array.from({ length: CROWDS }, () =>
      Array.from({ length: AT_ONCE }, () => chance.of(twoServers.calls)),
    )

    expect(await problemsOf(crowds)).toEqual([])
  })

  it.skipIf(!hasAllPairs)(
    'refuse nothing without a reason, and lose nothing, whichever two calls meet',
    async () => {
      const { calls } = twoServers
      const pairs = calls.flatMap((one, at) => calls.slice(at).map((other) => [one, other, one, other]))

      expect(await problemsOf(pairs)).toEqual([])
    },
    3_600_000,
  )
})
