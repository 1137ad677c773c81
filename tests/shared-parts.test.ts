import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sharedParts } from './support/shared-parts.ts'

const GUIDE = 'plugins/README.md'
const BLOCK = /(```text shared parts\n)([\s\S]*?)(\n```)/

it('the guide for plugin authors lists every shared part and hook with what it takes; OCTAVO_PIN=renew renews it', () => {
  const parts = sharedParts()
  const guide = readFileSync(GUIDE, 'utf8')
  if (process.env['OCTAVO_PIN'] === 'renew') {
    writeFileSync(
      GUIDE,
      guide.replace(BLOCK, (_, begin: string, _before, end: string) => `${begin}${parts}${end}`),
    )
    return
  }

  expect(parts).toContain('Button(')
  expect(BLOCK.exec(guide)?.[2]).toBe(parts)
})
