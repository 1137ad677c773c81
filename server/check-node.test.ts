import { execFile } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

/** Runs the check as a Node of that version would see itself. */
const checkedOn = (version: string): Promise<{ readonly code: number; readonly text: string }> =>
  new Promise((resolve) => {
    const pretence = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
    const file = path.join(import.meta.dirname, 'check-node.js')
    execFile(process.execPath, ['--import', `data:text/javascript,${pretence}`, file], (error, _, text) =>
      resolve({ code: error ? Number(error.code) : 0, text }),
    )
  })

it.each(['24.7.0', '24.21.0', '26.0.0'])('Node %s can run the product', async (version) => {
  expect(await checkedOn(version)).toEqual({ code: 0, text: '' })
})

it.each(['20.20.2', '22.18.0', '24.6.9'])('Node %s is told in one line that it cannot', async (version) => {
  const { code, text } = await checkedOn(version)

  expect(code).toBe(1)
  expect(text).toMatch(/^Octavo needs Node\.js 24\.7 or newer and found [^\n]+\n$/)
  expect(text).toContain(version)
})
