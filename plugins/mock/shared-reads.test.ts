import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SharedReads } from './shared-reads.ts'

it('reads once for all who ask together', async () => {
  const reads = new SharedReads<number>()
  let count = 0
  const ask = () => reads.read('a', async () => (count += 1))

  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(await ask()).toBe(2)
})

it('serves nobody with a read that began before they asked, whoever asks, saves and waits in which order', async () => {
  const step = fc.constantFrom('ask', 'save', 'wait', 'answer', 'fail')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const reads = new SharedReads<number>()
      const running: { readonly end: (isGood: boolean) => void }[] = []
      let saved = 0
      const read = async (): Promise<number> => {
        const value = saved
        await new Promise<void>((resolve, reject) =>
          running.push({ end: (isGood) => (isGood ? resolve() : reject(new Error('lost'))) }),
        )
        return value
      }
      const asked: Promise<{ readonly least: number; readonly got: number | null }>[] = []
      for (const each of steps) {
        const least = saved
        if (each === 'ask')
          asked.push(
            reads.read('a', read).then(
              (got) => ({ least, got }),
              () => ({ least, got: null }),
            ),
          )
        else if (each === 'save') saved += 1
        else if (each === 'wait') await new Promise((resolve) => setImmediate(resolve))
        else running.shift()?.end(each === 'answer')
      }
      const answered = Promise.all(asked)
      const isOver = answered.then(() => true)
      while (!(await Promise.race([isOver, new Promise((resolve) => setImmediate(resolve, false))])))
        for (const { end } of running.splice(0)) end(true)
      for (const { least, got } of await answered) expect(got ?? least).toBeGreaterThanOrEqual(least)
    }),
    { numRuns: 300 },
  )
})

it('reads different things apart', async () => {
  const reads = new SharedReads<string>()
  const ask = (key: string) => reads.read(key, async () => key)

  expect(await Promise.all([ask('a'), ask('b'), ask('a')])).toEqual(['a', 'b', 'a'])
})
