import { expect, it } from 'vitest'
import { switchCommandOf } from './command-line.ts'

it('reads a folder and whether nothing is to be written', () => {
  expect(switchCommandOf(['/showdoc'])).toEqual({ folder: '/showdoc', isDryRun: false })
  expect(switchCommandOf(['--dry-run', '/showdoc'])).toEqual({ folder: '/showdoc', isDryRun: true })
})

it.each([
  [['/showdoc', '--dry-run=true']],
  [['/showdoc', '--dryrun']],
  [['/showdoc', '-n']],
  [['/showdoc', '/other']],
  [['--dry-run']],
  [['']],
  [[]],
])('carries nothing for %j', (args) => {
  expect(() => switchCommandOf(args)).toThrow(/dry-?run|-n|folder/)
})
