import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRefusal } from '#core/errors.ts'
import { coreOperations } from '#core/operations.ts'
import { excelImport } from '#plugins/import-formats/excel/excel-import.ts'
import importFormats from '#plugins/import-formats/plugin.ts'
import { foundIn, sourceOf } from '#plugins/import-formats/testing/found-in.ts'
import markdownArchive from '#plugins/markdown-archive/plugin.ts'
import { explainer } from '#server/rest/errors.ts'
import { hostileImports } from '#tests/support/hostile-imports.ts'
import { plugWorld } from '#tests/support/plug-world.ts'

const outside = createServer((_, response) => response.end())
let fetched = 0
outside.on('connection', () => (fetched += 1))
await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
const MOST_BYTES = 100 * 1024 * 1024
/** What they cost at their whole size is measured elsewhere, each by itself: `npm run bench -- hostile`. */
const files = hostileImports(address, (whole) => Math.ceil(whole / 10))

describe('a hostile file', () => {
  let home: Awaited<ReturnType<typeof plugWorld>>
  beforeAll(async () => {
    const contributes = [...importFormats.contributes, ...(markdownArchive.contributes ?? [])]
    home = await plugWorld({ ...importFormats, contributes })
  })
  afterAll(() => outside.close())

  it.each(files.map((file) => [file.name, file] as const))(
    '[ADD-18] is refused for a reason, or comes in without harm: %s',
    async (_, { fileName, bytes, problem }) => {
      const file = await home.services.incoming.receive(fileName, Readable.from([bytes()]), MOST_BYTES)
      const itemsBefore = await itemCount()

      const said = await home.owner.do(coreOperations.import.auto, { file }).then(() => null, textOf)

      expect(said).toEqual(problem === null ? null : expect.stringMatching(problem))
      expect(await itemCount()).toBe(problem === null ? itemsBefore + 1 : itemsBefore)
      expect(fetched).toBe(0)
      expect(({} as { readonly polluted?: boolean }).polluted).toBeUndefined()
    },
    120_000,
  )

  it.each(files.filter(({ fileName }) => fileName.endsWith('.xlsx')).map((file) => [file.name, file] as const))(
    '[ADD-18] is refused for a reason, or becomes a spreadsheet without harm: %s',
    async (_, { fileName, bytes }) => {
      const work = foundIn([excelImport], sourceOf(fileName, bytes()), { options: { isSheets: true } })
      const said = await work.then(({ pages }) => `${pages.length}`, textOf)

      // Whatever is exceeded is counted; time is the last resort.
      expect(said).toMatch(/^1$|no readable Excel file|more than 500 sheets/)
      expect(fetched).toBe(0)
    },
    120_000,
  )

  const itemCount = async (): Promise<number> => (await home.owner.do(coreOperations.item.list, {})).length
})

/** As people read it. */
function textOf(error: unknown): string {
  if (!isRefusal(error)) throw error
  return explained(error, 'en').message
}
const explained = explainer([])
