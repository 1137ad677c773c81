import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { assertLoopback, type Attack } from '../bench/attack/attack.ts'

it.each([
  'https://docs.example.org',
  'http://192.168.0.7:4000',
  'http://127.0.0.1.example.org',
  'http://localhost@203.0.113.5',
])('attacks refuse %s, which is not this machine', (url) => expect(() => assertLoopback(url)).toThrow('another one'))

it('attacks take products on this machine', () => {
  for (const url of ['http://127.0.0.1:4000', 'http://[::1]:4000', 'http://localhost']) assertLoopback(url)
})

it('every attack stands in a file of its own, and says what it cost and what it may cost', async () => {
  const folder = path.join(import.meta.dirname, '../bench/attack/attacks')
  for (const file of readdirSync(folder)) {
    const { attack } = (await import(path.join(folder, file))) as { readonly attack: Attack }
    expect(attack.name && attack.before && attack.goal, file).toBeTruthy()
  }
})
