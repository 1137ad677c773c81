import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { world, type World } from '#tests/support/world.ts'
import { report, runMany, shortest } from './chaos.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { SABOTAGES } from './sabotage.ts'
import { simulate } from './simulation.ts'
import type { SimulatedWorld } from './simulated-world.ts'
import { FIRST_TEXT, worldInMemory } from './world-in-memory.ts'

/** The same ones each time, and others in each run of the tests; `npm run chaos` is for many. */
const FIXED_RUNS = 3_000
const OTHER_RUNS = 2_000
const SEED = Date.now() % 1_000_000_000
const REAL_RUNS = 200

describe('people who write with a bad server and a bad network', { timeout: 1_800_000 }, () => {
  it.each([
    [FIXED_RUNS, 1],
    [OTHER_RUNS, SEED],
  ])(
    '[R1] [R9] [R21] [DRAFT-06] lose no character and overwrite nothing unseen in %i runs from seed %i',
    async (runs, seed) => {
      const { failed, saves, words } = await runMany({ runs, seed })

      expect(failed && report(failed)).toBeNull()
      // The runs are worth something only while texts do get through.
      expect([saves > runs, words > 10 * runs]).toEqual([true, true])
    },
  )

  it('do the same things again with the same seed', async () => {
    for (let seed = 1; seed <= 20; seed += 1) expect(await simulate({ seed })).toEqual(await simulate({ seed }))
  })
})

describe('the simulation finds it when', { timeout: 600_000 }, () => {
  it.each(Object.entries(SABOTAGES))('%s', async (_, sabotage) => {
    const { failed } = await runMany({ runs: 3_000, seed: 1, sabotage })

    expect(failed).not.toBeNull()
    const short = failed && (await shortest(failed, sabotage))
    expect(short?.problems).not.toEqual([])
    expect(short?.steps).toBeLessThanOrEqual(failed?.steps ?? 0)
  })
})

describe('the database in memory', { timeout: 1_800_000 }, () => {
  let real: World
  beforeAll(async () => {
    real = await world({ fresh: true })
    await writeSettings(real.product.database, siteSettings, { historyVersionCount: 1_000 })
  })
  afterAll(() => real.close())

  // Other people in each run: nobody's drafts of former runs count towards how many they may have.
  async function onRealDatabase(run: number): Promise<SimulatedWorld> {
    const writers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => real.addUser(`${name}${run}`)))
    const item = await real.addItem()
    for (const person of writers) await real.addMember(item, person, 'editor')
    const page = await real.addPage(item, { title: 'Page', content: FIRST_TEXT })
    const { database, settle } = oneAtATime(real.product.database)
    return { database, settle, itemId: item.id, pageId: page.id, userIds: writers.map(({ id }) => id) }
  }
  /** In memory as with one connection, so that the same things can happen in the same order. */
  function inMemory(): SimulatedWorld {
    const { database, ...place } = worldInMemory()
    return { ...place, ...oneAtATime(database), setClock: undefined }
  }

  it(`answers like the embedded one, word for word, in ${REAL_RUNS} runs`, async () => {
    for (let seed = 1; seed <= REAL_RUNS; seed += 1) {
      const onReal = await simulate({ seed, world: await onRealDatabase(seed) })

      expect(onReal.problems, `seed ${seed}`).toEqual([])
      expect(onReal, `seed ${seed}`).toEqual(await simulate({ seed, world: inMemory() }))
    }
  })
})
