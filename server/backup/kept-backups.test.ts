import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BackupState } from '#core/ports/backups.ts'
import { keepRuleFrom, nameOfBackup, outdatedBackups } from './kept-backups.ts'

const DAY_MS = 86_400_000
const from = Date.UTC(2026, 0, 1)
const at = (days: number): string => nameOfBackup(new Date(from + days * DAY_MS))
/** After all of them. */
const LATER = new Date(from + 1_000 * DAY_MS)
const allAs = (state: BackupState, names: readonly string[]) => names.map((name) => ({ name, state }))

it('reads a rule, and nothing that only looks like one', () => {
  expect(keepRuleFrom('7, 4, 12')).toEqual({ days: 7, weeks: 4, months: 12 })
  for (const text of ['', '7', '7,4', '7,4,12,1', '-1,4,12', '7,4,x', '1e3,1,1']) expect(keepRuleFrom(text)).toBeNull()
})

it('keeps the last backup of each of 7 days, 4 weeks and 12 months', () => {
  const names = Array.from({ length: 400 }, (_, day) => [at(day), at(day + 0.5)]).flat()

  const outdated = outdatedBackups(allAs('proved', names), { days: 7, weeks: 4, months: 12 }, LATER)

  const kept = names.filter((name) => !outdated.includes(name)).toReversed()
  expect(kept.slice(0, 7)).toEqual(Array.from({ length: 7 }, (_, day) => at(399.5 - day)))
  // The last four Sundays and the ends of the last twelve months, some of which are the same.
  expect(kept).toContain(nameOfBackup(new Date(Date.UTC(2027, 0, 17, 12))))
  expect(kept).toContain(nameOfBackup(new Date(Date.UTC(2026, 11, 31, 12))))
  expect(kept).toContain(nameOfBackup(new Date(Date.UTC(2026, 2, 31, 12))))
  expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12)
})

it('never gives up the last backup, nor what is none of its own', () => {
  const others = [
    'octavo-20260101T000000Z.tar.gz.broken',
    'photos.tar.gz',
    '.backup-x',
    'octavo-20260101T000000Z.tar.gz.receipt.json',
  ]
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 1 }),
      fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)),
      (days, [d, w, m]) => {
        const names = days.map(at)
        const outdated = outdatedBackups(
          allAs('untried', [...others, ...names]),
          { days: d, weeks: w, months: m },
          LATER,
        )
        expect(outdated).not.toContain(at(Math.max(...days)))
        expect(outdated.filter((name) => others.includes(name))).toEqual([])
        // What is kept once is not given up for a backup that was given up.
        const rest = names.filter((name) => !outdated.includes(name))
        expect(outdatedBackups(allAs('untried', rest), { days: d, weeks: w, months: m }, LATER)).toEqual([])
      },
    ),
  )
})

const state = fc.constantFrom<BackupState>('proved', 'untried', 'changed', 'incomplete')
const rule = fc.record({ days: fc.nat(3), weeks: fc.nat(2), months: fc.nat(2) })

it('never gives up the newest backup that was proved, whatever came after it', () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 40 }), rule, (states, keep) => {
      const backups = states.map((each, index) => ({ name: at(index / 3), state: each }))
      const newest = backups.findLast((backup) => backup.state === 'proved')

      expect(outdatedBackups(backups, keep, LATER)).not.toContain(newest?.name)
    }),
  )
})

it('gives up no backup for one that lacks something', () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 40 }), rule, (states, keep) => {
      const backups = states.map((each, index) => ({ name: at(index / 3), state: each }))
      const sound = backups.filter((backup) => backup.state === 'proved' || backup.state === 'untried')
      const names = new Set(sound.map(({ name }) => name))

      expect(outdatedBackups(backups, keep, LATER).filter((name) => names.has(name))).toEqual(
        outdatedBackups(sound, keep, LATER),
      )
    }),
  )
})

it('gives up no backup for those that a clock far ahead has dated, and keeps of them what the rule says', () => {
  const names = Array.from({ length: 40 }, (_, day) => at(day))
  const now = new Date(from + 40 * DAY_MS)
  const ahead = Array.from({ length: 30 }, (_, day) => at(2_000 + day))
  const keep = { days: 7, weeks: 4, months: 12 }

  const outdated = outdatedBackups(allAs('proved', [...names, ...ahead]), keep, now)

  expect(outdated.filter((name) => names.includes(name))).toEqual(outdatedBackups(allAs('proved', names), keep, now))
  expect(outdated.filter((name) => ahead.includes(name))).toEqual(outdatedBackups(allAs('proved', ahead), keep, LATER))
})
