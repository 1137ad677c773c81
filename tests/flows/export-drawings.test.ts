import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { contribute, exportFormats, type ExportFormat } from '#core/plugin.ts'
import { listingFormat } from '#tests/support/listing-format.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { taskSite, type TaskSite } from '#tests/support/task-site.ts'
import type { World } from '#tests/support/world.ts'

/** Writes the pictures it gets. */
const drawnFormat: ExportFormat = {
  ...listingFormat,
  id: 'drawn',
  takesDrawings: true,
  async *write(_source, { drawings }) {
    yield Buffer.from(JSON.stringify([...drawings]))
  },
}
const plainFormat: ExportFormat = { ...drawnFormat, id: 'plain', takesDrawings: false }

let here: TaskSite
let world: World
beforeAll(async () => {
  const contributes = [drawnFormat, plainFormat].map((format) => contribute(exportFormats, format))
  here = await taskSite({ id: 'none', apiVersion: 2, summary: 'None.' }, { contributes })
  world = here.world
  await here.run()
})
afterAll(() => here.close())

const { diagrams, start } = coreOperations.export
const diagram = (text: string) => `\`\`\`mermaid\n${text}\n\`\`\``

describe('the diagrams of an export', () => {
  it('are those in its pages as they are typed, each once', async () => {
    const item = await world.addItem()
    const catalog = await world.addCatalog(item)
    const flow = 'graph TD\n  甲["<b>&amp; 1"] --> B'
    await world.addPage(item, { content: `${diagram(flow)}\n\n${diagram('pie')}\n\n\`mermaid\`` })
    await world.addPage(item, { content: 'mermaid without a diagram' })
    const { id: pageId } = await world.addPage(item, { catalogId: catalog.id, content: diagram('pie') })
    const gone = await world.addPage(item, { content: diagram('gone') })
    await world.product.database.pages.recycle(gone.id, world.owner.id, world.clock.now())
    const sourcesIn = async (part: object) => (await world.owner.do(diagrams, { itemId: item.id, ...part })).sources

    expect(await sourcesIn({})).toEqual([`${flow}\n`, 'pie\n'])
    expect(await sourcesIn({ pageId })).toEqual(['pie\n'])
    expect(await sourcesIn({ catalogId: catalog.id })).toEqual(['pie\n'])
  })

  it('are for those who may take the pages along', async () => {
    const item = await world.addItem()
    expect(await outcomeOf(world.reader.do(diagrams, { itemId: item.id }))).toBe('notAllowed')
    expect(await outcomeOf(world.visitor.do(diagrams, { itemId: item.id }))).toBe('loginRequired')
  })
})

describe('the pictures that a browser drew', () => {
  const exported = async (format: string, drawings: { source: string; picture: string }[]): Promise<string> => {
    const item = await world.addItem()
    const { taskId } = await world.owner.do(start, { format, itemId: item.id, drawings })
    await vi.waitFor(
      async () => {
        const { state } = await world.owner.do(coreOperations.task.status, { taskId })
        expect(state).toBe('done')
      },
      { timeout: 20_000 },
    )
    return (await (await here.browserOf(world.owner)).get(`/api/task/result?task_id=${taskId}`)).body
  }

  it('come with the task to a format that makes use of them, and to no other', async () => {
    const drawings = [
      { source: 'pie\n', picture: 'AAAA' },
      { source: '甲 --> 乙', picture: 'QUJD' },
    ]

    expect(JSON.parse(await exported('drawn', drawings))).toEqual(drawings.map(Object.values))
    expect(JSON.parse(await exported('plain', drawings))).toEqual([])
  })

  it('are kept for a day, and not for longer', async () => {
    const { documents } = world.product.database
    const kept = () => documents.collection('export.drawings').count({})
    await exported('drawn', [{ source: 'pie\n', picture: 'AAAA' }])
    expect(await kept()).toBeGreaterThan(0)

    world.clock.advance(26 * 3_600_000)
    await exported('drawn', [])

    expect(await kept()).toBe(0)
  })

  it('are refused when they are no Base64, too many, or too large together', async () => {
    const item = await world.addItem()
    const picture = 'A'.repeat(4_000_000)
    for (const drawings of [
      [{ source: 'pie', picture: '<svg>' }],
      [{ source: '', picture: 'AAAA' }],
      Array.from({ length: 201 }, (_, at) => ({ source: String(at), picture: 'AAAA' })),
      [
        { source: 'one', picture },
        { source: 'two', picture },
      ],
    ])
      expect(await outcomeOf(world.owner.do(start, { format: 'drawn', itemId: item.id, drawings }))).toBe(
        'invalidInput',
      )
  })
})
