import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { Config } from '#server/config.ts'

it('SECURITY.md says how to report a vulnerability, and only mentions existing settings', async () => {
  const text = await readFile(path.resolve(import.meta.dirname, '../SECURITY.md'), 'utf8')

  const named = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = '']) => name)
  expect(named).not.toEqual([])
  expect(named.filter((name) => !Object.hasOwn(Config.shape, name))).toEqual([])
  for (const heading of ['## Reporting a vulnerability', '## What is promised', '## What is not promised'])
    expect(text).toContain(heading)
})
