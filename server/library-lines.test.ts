import { afterEach, expect, it } from 'vitest'
import { silentLog } from '#tests/support/services.ts'
import { logLibraryLines } from './library-lines.ts'

const { warn, error } = console
afterEach(() => Object.assign(console, { warn, error }))

it('what libraries print is a line of the log, once for each text', () => {
  const lines: string[] = []
  logLibraryLines({ ...silentLog, warn: (message) => void lines.push(message) })

  for (let connection = 0; connection < 3; connection += 1)
    console.warn('[WARN] %s needs no password\nat line 7', 'Redis')
  console.error('something else', { of: 'a library' })

  expect(lines).toEqual([
    'a library says: [WARN] Redis needs no password',
    "a library says: something else { of: 'a library' }",
  ])
})

it('a text is logged however many different ones came before it', () => {
  const lines: string[] = []
  logLibraryLines({ ...silentLog, warn: (message) => void lines.push(message) })

  for (let count = 0; count < 1_000; count += 1) console.warn(`at ${count} ms`)
  console.warn('something new')

  expect(lines.at(-1)).toBe('a library says: something new')
})
