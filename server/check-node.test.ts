import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

const CHECK = path.join(import.meta.dirname, 'check-node.js')

/** Runs the check as a Node of that version would see itself. */
const checkedOn = (version: string, file = CHECK): Promise<{ readonly code: number; readonly text: string }> =>
  new Promise((resolve) => {
    const pretence = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
    execFile(process.execPath, ['--import', `data:text/javascript,${pretence}`, file], (error, _, text) =>
      resolve({ code: error ? Number(error.code) : 0, text }),
    )
  })

it.each(['24.7.0', '24.21.0', '26.0.0'])('Node %s can run the product', async (version) => {
  expect(await checkedOn(version)).toEqual({ code: 0, text: '' })
})

it.each(['18.20.4', '20.18.3', '20.20.2', '22.18.0', '24.6.9'])(
  'Node %s is told in one line that it cannot',
  async (version) => {
    const { code, text } = await checkedOn(version)

    expect(code).toBe(1)
    expect(text).toMatch(/^Octavo needs Node\.js 24\.7 or newer and found [^\n]+\n$/)
    expect(text).toContain(version)
  },
)

it('puts the packaged Node in place where npm has not', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'octavo-check-node-'))
  const packaged = `node-${process.platform}-${process.arch}/bin/node`
  const file = path.join(root, 'server/check-node.js')
  for (const made of [file, path.join(root, 'node_modules', packaged)])
    await mkdir(path.dirname(made), { recursive: true })
  await writeFile(path.join(root, 'package.json'), '{ "type": "module" }')
  await copyFile(CHECK, file)
  await writeFile(path.join(root, 'node_modules', packaged), '')

  expect(await checkedOn('20.19.2', file)).toEqual({ code: 0, text: '' })

  expect(await readlink(path.join(root, 'node_modules/.bin/node'))).toBe(`../${packaged}`)
  // One that is there already was of no use.
  expect(await checkedOn('20.19.2', file)).toMatchObject({ code: 1 })
  await rm(root, { recursive: true })
})
