import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contractMembers } from './support/contract-members.ts'

const LIST = 'plugins/CONTRACT.md'
const BLOCK = /(```text members\n)([\s\S]*?)(\n```)/

it('authors of plugins find every member of the contract in one list; OCTAVO_PIN=renew renews it', () => {
  const members = contractMembers()
  const list = readFileSync(LIST, 'utf8')
  if (process.env['OCTAVO_PIN'] === 'renew') {
    writeFileSync(
      LIST,
      list.replace(BLOCK, (_, begin: string, _before, end: string) => `${begin}${members}${end}`),
    )
    return
  }

  for (const name of ['Plugin', 'RawRoute', 'ImportFormat', 'SignInRedirect', 'PageFaces', 'AdminSection'])
    expect(members).toMatch(new RegExp(`^${name}.* \\{$`, 'm'))
  expect(BLOCK.exec(list)?.[2]).toBe(members)
})
