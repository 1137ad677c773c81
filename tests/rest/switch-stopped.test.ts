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
    // A look at what is there comes before the first step, and once all items are here, another at their keys.
    const plan = [
      ...(['before its end', 'after it'] as const).map((when) => ({ step: 0, when })),
      ...Array.from({ length: 90 }, (_, at) => ({
        step: at < 50 ? 1 : 2,
        when: at % 2 ? ('after it' as const) : ('before its end' as const),
      })),
    ]
    let runs = 0
    for (const { step, when } of plan) {
      runs += 1
      const run = carry({ showdoc, application: dyingAt(application, step, when), say: () => undefined })
      const end = await run.then(
        () => 'done',
        (error: unknown) => (error instanceof Killed ? 'killed' : error),
      )
      if (end === 'done') break
      expect(end).toBe('killed')
      await expectWholeItems()
    }

    expect(runs).toBeGreaterThan(30)
    const carried = await carry({ showdoc, application, say: () => undefined })
    expect(carried.wasDone).toBe(true)
    expect((await receiptOf({ showdoc, carried, application })).isWhole).toBe(true)
  }, 480_000)

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
