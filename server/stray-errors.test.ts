import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it.each([
  {
    words: 'names the plugin',
    where: "asPlugin('leaving', () => process.exit(0))",
    said: 'within a call of the plugin leaving',
  },
  { words: 'names no plugin when the product does', where: 'process.exit(0)', said: '' },
])('the end of the process $words', async ({ where, said }) => {
  const script = `import { asPlugin } from '#server/compose/plugin-calls.ts'
import { settleStrayErrors } from '#server/stray-errors.ts'
const log = { error: (text) => console.log(text) }
settleStrayErrors({ dataDirectory: '/nowhere', log, plugins: { isOn: () => true, noteFailure() {} }, end() {} })
setTimeout(() => ${where})`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])

  expect(stdout).toContain(said)
  expect(stdout === '').toBe(said === '')
})
