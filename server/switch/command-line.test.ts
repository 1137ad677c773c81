import { expect, it } from 'vitest'
import { switchCommandOf } from './command-line.ts'

it('reads a folder and what is to be done with it', () => {
  const plain = {
    folder: '/showdoc',
    isDryRun: false,
    isInto: false,
    only: null,
    links: null,
    host: null,
    mayBeOlder: false,
    showsPictures: false,
  }
  expect(switchCommandOf(['/showdoc'])).toEqual(plain)
  expect(switchCommandOf(['--dry-run', '/showdoc'])).toEqual({ ...plain, isDryRun: true })
  expect(switchCommandOf(['/showdoc', '--links', 'rewrite', '--address', 'http://docs.test:4999/x'])).toEqual({
    ...plain,
    ...{ links: 'rewrite', host: 'docs.test:4999' },
  })
  expect(switchCommandOf(['/showdoc', '--address', 'http://docs.test'])).toEqual({ ...plain, host: 'docs.test' })
  expect(switchCommandOf(['/showdoc', '--older'])).toEqual({ ...plain, mayBeOlder: true })
  expect(switchCommandOf(['/showdoc', '--show-pictures'])).toEqual({ ...plain, showsPictures: true })
  expect(switchCommandOf(['/showdoc', '--into', '--only', '42'])).toEqual({ ...plain, isInto: true, only: 42 })
})

it.each([['--help'], ['-h'], ['/showdoc', '--into', '-h']])('tells what it can do (%s)', (...args) => {
  expect(switchCommandOf(args)).toEqual({ isHelp: true })
})

it('reads an item and the file it is to become', () => {
  expect(switchCommandOf(['--back', '12', 'item.zip'])).toEqual({ back: 12, file: 'item.zip' })
  expect(switchCommandOf(['item.zip', '--back=12'])).toEqual({ back: 12, file: 'item.zip' })
})

it.each([
  [['--back', '12']],
  [['--back', 'orders', 'item.zip']],
  [['--back', '12', 'item.zip', 'other.zip']],
  [['--back', '12', 'item.zip', '--into']],
])('writes nothing for %j', (args) => {
  expect(() => switchCommandOf(args)).toThrow(/--back/)
})

it.each([
  [['/showdoc', '--dry-run=true']],
  [['/showdoc', '--dryrun']],
  [['/showdoc', '-n']],
  [['/showdoc', '/other']],
  [['/showdoc', '--links', 'both']],
  [['/showdoc', '--links', 'rewrite', '--address', 'docs.test']],
  [['/showdoc', '--only', 'orders']],
  [['/showdoc', '--only', '0']],
  [['/showdoc', '--only']],
  [['--dry-run']],
  [['']],
  [[]],
])('carries nothing for %j', (args) => {
  expect(() => switchCommandOf(args)).toThrow(/dry-?run|-n|folder|only|links|address/)
})
