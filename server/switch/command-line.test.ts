import { expect, it } from 'vitest'
import { switchCommandOf } from './command-line.ts'

it('reads a folder and what is to be done with it', () => {
  const plain = { folder: '/showdoc', isDryRun: false, isInto: false, only: null }
  expect(switchCommandOf(['/showdoc'])).toEqual(plain)
  expect(switchCommandOf(['--dry-run', '/showdoc'])).toEqual({ ...plain, isDryRun: true })
  expect(switchCommandOf(['/showdoc', '--into', '--only', '42'])).toEqual({ ...plain, isInto: true, only: 42 })
})

it.each([
  [['/showdoc', '--dry-run=true']],
  [['/showdoc', '--dryrun']],
  [['/showdoc', '-n']],
  [['/showdoc', '/other']],
  [['/showdoc', '--only', 'orders']],
  [['/showdoc', '--only', '0']],
  [['/showdoc', '--only']],
  [['--dry-run']],
  [['']],
  [[]],
])('carries nothing for %j', (args) => {
  expect(() => switchCommandOf(args)).toThrow(/dry-?run|-n|folder|only/)
})
