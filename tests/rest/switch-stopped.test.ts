import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ComposedApplication } from '#server/application.ts'
import { carry } from '#server/switch/carry.ts'
import { openShowdoc, type OpenedShowdoc } from '#server/switch/look.ts'
import { receiptOf } from '#server/switch/receipt.ts'
import { describeShowdocs, expectedOf, SHOWDOC_VERSIONS, showdocFolder } from '#tests/support/showdoc.ts'
import { emptySite } from './moved-site.ts'
import { dyingAt, Killed } from './dying-at.ts'

describeShowdocs(SHOWDOC_VERSIONS.slice(-1), 'moving ShowDoc %s in, killed again and again', (version) => {
  const expected = expectedOf(version)
  let application: ComposedApplication
  let showdoc: OpenedShowdoc
  beforeAll(async () => {
    application = await emptySite()
    showdoc = await openShowdoc(showdocFolder(version))
  })
  afterAll(async () => {
    await application.close()
    await showdoc.close()
  })

  it('goes on, has never half an item, and ends with the same rows', async () => {
    let runs = 0
    const endOf = async (step: number, when: 'before its end' | 'after it'): Promise<unknown> => {
      runs += 1
      const run = carry({ showdoc, application: dyingAt(application, step, when), say: () => undefined })
      return run.then(
        () => 'done',
        (error: unknown) => (error instanceof Killed ? 'killed' : error),
      )
    }
    // Transactions that only look are made again by each run; one that brought rows is not, the next is in its place.
    let [step, before] = [0, 0]
    for (let end: unknown = 'killed'; end !== 'done';) {
      for (const when of ['before its end', 'after it'] as const) {
        end = await endOf(step, when)
        if (end === 'done') break
        expect(end).toBe('killed')
        await expectWholeItems()
      }
      const after = await rowsHere()
      if (after === before) step += 1
      before = after
    }

    expect(runs).toBeGreaterThan(50)
    const carried = await carry({ showdoc, application, say: () => undefined })
    expect(carried.wasDone).toBe(true)
    expect((await receiptOf({ showdoc, carried, application })).isWhole).toBe(true)
  }, 480_000)

  function rowsHere(): Promise<number> {
    return application.carrying.carry(async (rows) => {
      const ids = await Promise.all((['user', 'item', 'team', 'attachment'] as const).map((table) => rows.idsOf(table)))
      return ids.flat().length
    })
  }

  async function expectWholeItems(): Promise<void> {
    await application.carrying.carry(async (rows) => {
      for (const id of await rows.idsOf('item')) {
        const pages = expected.pages.filter(({ item_id, draft }) => item_id === id && !draft)
        const here = await rows.sumsOfPages(id)
        expect(pages.filter(({ page_id }) => !here.has(page_id))).toEqual([])
      }
    })
  }
})
