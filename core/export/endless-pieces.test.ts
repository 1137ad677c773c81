import { expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { contribute, definePlugin, exportFormats, type ExportFormat } from '#core/plugin.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { outcomeOf } from '#tests/support/refusal.ts'

it('an export of nothing but empty pieces ends with a reason, before the connection is closed', async () => {
  let pieces = 0
  const format: ExportFormat = {
    id: 'endless',
    title: { en: 'Endless', 'zh-cn': '无尽' },
    extension: 'txt',
    mediaType: 'text/plain',
    async *write() {
      for (; pieces < 100; pieces += 1) {
        home.clock.advance(10_000)
        yield new Uint8Array()
      }
    },
  }
  const contributes = [contribute(exportFormats, format)]
  const home = await plugWorld(definePlugin({ id: 'endless', apiVersion: 2, summary: 'Endless.', contributes }))
  const item = await home.addItem()

  const { content } = await home.owner.do(coreOperations.export.file, {
    format: 'endless',
    itemId: item.id,
    options: {},
  })

  expect(await outcomeOf(content[Symbol.asyncIterator]().next())).toBe('taskOutOfTime')
  expect(pieces).toBeLessThan(12)
})
