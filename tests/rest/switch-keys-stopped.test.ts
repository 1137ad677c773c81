import { expect, it, onTestFinished } from 'vitest'
import type { ComposedApplication } from '#server/application.ts'
import { besideServers } from '#server/switch/beside-servers.ts'
import { LEAST_TABLES, showdocHash } from '#tests/support/showdoc.ts'
import { PLACES, type Place, runFrom, unshared, siteOfMoves, keyWorks, linkOpens } from './site-of-moves.ts'
import { dyingAt, Killed } from './dying-at.ts'

/** Items of which the keys are reset there, gone there, reset here, the same, and deleted here. */
const ITEMS = [3, 4, 5, 6, 7]
const KEYS = `${LEAST_TABLES}
  create table item_token (id integer primary key, item_id integer, api_key text, api_token text);
  create table single_page (id integer primary key, page_id integer, unique_key text);
  insert into user values (1, 'ann', '${showdocHash('birch')}');
  insert into item values ${ITEMS.map((id) => `(${id}, 'Item ${id}', 1)`).join(', ')};
  insert into page values ${ITEMS.map((id) => `(${id}0, ${id}, 'Page', 'x')`).join(', ')};
  insert into item_token values ${ITEMS.map((id) => `(${id}, ${id}, 'k${id}', 't${id}')`).join(', ')};
  insert into single_page values ${ITEMS.map((id) => `(${id}, ${id}0, 'l${id}')`).join(', ')};`
const CHANGED = `update item_token set api_token = 'other' || item_id where id in (3, 5, 7);
  update single_page set unique_key = 'other' || id where id in (3, 5, 7);
  delete from item_token where id = 4; delete from single_page where id = 4;`

async function moved(place: Place) {
  const moves = await siteOfMoves(place, { statements: KEYS })
  onTestFinished(() => moves.close(), 60_000)
  const { application: site } = moves
  const run = (application: ComposedApplication = site) =>
    runFrom(moves.folder, { application, isInto: true, isBesideServers: true })
  const works = (key: string, token: string) => keyWorks(moves.browser(), key, token)
  const isOpen = (key: string) => linkOpens(moves.browser(), key)
  await run()
  const ann = moves.browser()
  await ann.logIn('ann', 'birch')
  const own = (await ann.post('item/resetKey', { item_id: 5 })).data as Readonly<Record<string, string>>
  await ann.post('page/createSinglePage', { page_id: 50, isCreateSiglePage: 0 })
  const shared = String(
    (await ann.post('page/createSinglePage', { page_id: 50, isCreateSiglePage: 1 })).data.unique_key,
  )
  await site.product.database.items.delete(7)
  moves.inShowdoc(CHANGED)
  /** Whether what was taken there, or made here, is as it has to be. */
  const expectLaw = async (): Promise<void> => {
    expect([await works('k3', 't3'), await works('k4', 't4'), await works('k5', 't5')]).toEqual([false, false, false])
    expect([await works('k5', 'other5'), await works('k7', 't7'), await works('k7', 'other7')]).toEqual([
      ...[false, false, false],
    ])
    expect([await works('k3', 'other3'), await works('k6', 't6')]).toEqual([true, true])
    expect(await works(own['api_key'] ?? '', own['api_token'] ?? '')).toBe(true)
    const open = []
    for (const key of ['l3', 'other3', 'l4', 'l5', 'other5', 'l6', 'l7', 'other7', shared])
      if (await isOpen(key)) open.push(key)
    expect(open).toEqual(['other3', 'l6', shared])
    const again = await run()
    expect([again.receipt.isWhole, again.carried.wasDone]).toEqual([true, true])
  }
  return { site, run, expectLaw }
}

it.each(PLACES)(
  'ends keys that ended in ShowDoc, however often the run that does is killed (%s)',
  async (place) => {
    const { site, run, expectLaw } = await moved(place)
    for (let nth = 0, isDone = false; !isDone && nth < 40; nth += 1)
      for (const when of ['before its end', 'after it'] as const) {
        const end = await run(dyingAt(unshared(site), nth, when)).then(
          () => 'done',
          (error: unknown) => (error instanceof Killed ? 'killed' : error),
        )
        isDone = end === 'done'
        if (!isDone) expect(end).toBe('killed')
      }
    await expectLaw()
  },
  240_000,
)

it.each(PLACES)(
  'ends keys that ended in ShowDoc when two runs do at once (%s)',
  async (place) => {
    const { site, run, expectLaw } = await moved(place)
    const { signal } = new AbortController()

    const ends = await Promise.allSettled([1, 2, 3].map(async () => run(await besideServers(site, signal))))

    expect(ends.map(({ status }) => status)).toContain('fulfilled')
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ kind: 'changedMeanwhile' })
    await expectLaw()
  },
  240_000,
)
