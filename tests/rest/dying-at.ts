import type { ComposedApplication } from '#server/application.ts'

export class Killed extends Error {}

/**
 * What is left of a process that dies in one of its transactions: whatever it had not committed is undone.
 * @param nth from 0
 */
export function dyingAt(
  application: ComposedApplication,
  nth: number,
  when: 'before its end' | 'after it',
): ComposedApplication {
  let at = 0
  const { isShared, carry: within } = application.carrying
  return {
    ...application,
    carrying: {
      isShared,
      async carry(work) {
        const isLast = at === nth
        at += 1
        const done = await within(async (rows) => {
          const result = await work(rows)
          if (isLast && when === 'before its end') throw new Killed()
          return result
        })
        if (isLast) throw new Killed()
        return done
      },
    },
  }
}
