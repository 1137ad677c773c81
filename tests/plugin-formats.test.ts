import { expect, it } from 'vitest'
import { z } from 'zod'
import { contribute, exportFormats, importFormats, type FormatOptions, type Plugin } from '#core/plugin.ts'
import { bringUp, hostOf, plugin } from './support/plugin-host.ts'
import { linesFormat } from './support/lines-format.ts'
import { listingFormat } from './support/listing-format.ts'

type Contributes = Pick<Plugin, 'contributes'>
/** Why a plugin that contributes this does not come up, beside another one. */
async function reasonFor(contributes: Contributes, before: Contributes = {}): Promise<string | undefined> {
  const { statuses } = await bringUp(hostOf([plugin('first', before), plugin('broken', contributes)]))
  const { state, reason } = statuses.find(({ id }) => id === 'broken') ?? {}
  expect(state).toBe('failed')
  return reason
}

it('a format that cannot be offered is left out with its plugin, and so is one that is there already', async () => {
  const withFormat = (value: object) => ({
    contributes: [contribute(exportFormats, { ...listingFormat, ...value })],
  })
  const reason = (value: object, before: Contributes = {}) => reasonFor(withFormat(value), before)
  const options = listingFormat.options as FormatOptions
  const wrong = 'its value for exportFormats is wrong:'

  expect(await reason({ write: null })).toBe(`${wrong} write must be a function`)
  expect(await reason({ extension: '.txt' })).toBe(`${wrong} extension must be an extension without its dot`)
  expect(await reason({ mediaType: 'zip' })).toBe(`${wrong} mediaType must be as application/zip`)
  expect(await reason({ parts: [] })).toMatch(/^its value for exportFormats is wrong: parts /)
  expect(await reason({ options: { ...options, texts: { ...options.texts, 'zh-cn': {} } } })).toBe(
    `${wrong} options must have a text withFiles.label in zh-cn`,
  )
  expect(await reason({ options: { ...options, schema: z.object({ withFiles: z.boolean() }) } })).toBe(
    `${wrong} options must have a default for every field`,
  )
  expect(await reason({ options: { ...options, kinds: { withSheets: 'sheets' } } })).toBe(
    `${wrong} options must have a field withSheets, which depends on a kind`,
  )
  expect(await reason({}, withFormat({}))).toBe('the name listing is taken at exportFormats')
})

it('a kind of file to import that cannot be asked is left out with its plugin', async () => {
  const withFormat = (value: object) => ({ contributes: [contribute(importFormats, { ...linesFormat, ...value })] })
  const wrong = 'its value for importFormats is wrong:'

  expect(await reasonFor(withFormat({ read: null }))).toBe(`${wrong} read must be a function`)
  expect(await reasonFor(withFormat({ recognises: /x/ }))).toBe(`${wrong} recognises must be a function`)
  expect(await reasonFor(withFormat({}), withFormat({}))).toBe('the name lines is taken at importFormats')
})
