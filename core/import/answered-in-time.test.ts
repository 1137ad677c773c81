import { expect, it, onTestFinished, vi } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { contribute, definePlugin, importFormats } from '#core/plugin.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { received } from '#tests/support/random-items.ts'
import { outcomeOf } from '#tests/support/refusal.ts'

it('who waits for an import hears within a minute that its format does not end, before the connection is closed', async () => {
  onTestFinished(() => void vi.useRealTimers())
  const begun = Promise.withResolvers<void>()
  const hanging = {
    id: 'hanging',
    title: { en: 'Hanging', 'zh-cn': '停住' },
    recognises() {
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      return true
    },
    read() {
      begun.resolve()
      return new Promise<never>(() => undefined)
    },
  }
  const home = await plugWorld(
    definePlugin({ id: 'hangs', apiVersion: 2, summary: 'Hangs.', contributes: [contribute(importFormats, hanging)] }),
  )
  const file = await received(home, Buffer.from('x'), 'x.txt')

  const outcome = outcomeOf(home.owner.do(coreOperations.import.auto, { file, itemId: 0 }))
  await begun.promise
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()

  expect(await outcome).toBe('taskOutOfTime')
})
