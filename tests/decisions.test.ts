import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')
const DECISION = /^\d+\. \*\*/

it('numbers every decision once, under headings, in the file of decisions alone', () => {
  const lines = read('core/DECISIONS.md').split('\n')
  const numbers = lines.filter((line) => DECISION.test(line)).map((line) => Number.parseInt(line, 10))

  expect(numbers.length).toBeGreaterThan(500)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  expect(lines.findIndex((line) => DECISION.test(line))).toBeGreaterThan(
    lines.findIndex((line) => line.startsWith('## ')),
  )
  expect(
    read('core/README.md')
      .split('\n')
      .filter((line) => DECISION.test(line)),
  ).toEqual([])
})
