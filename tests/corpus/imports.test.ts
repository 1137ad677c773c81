import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import plugin from '#plugins/import-formats/plugin.ts'
import { plugWorld } from '#tests/support/plug-world.ts'

// OCTAVO_CORPUS is a directory of files in the formats people bring.
const CORPUS = process.env['OCTAVO_CORPUS'] ?? ''
const filesIn = (folder: string): readonly string[] =>
  CORPUS === ''
    ? []
    : readdirSync(path.join(CORPUS, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(json|yaml|md|txt)$/.test(file) && !/LICENSE/.test(file))
        .toSorted()
        .map((file) => path.join(folder, file))
const FILES = ['openapi', 'postman', 'markdown', 'zh-docs'].flatMap(filesIn)

describe.skipIf(FILES.length === 0)('a file of the corpus', () => {
  let home: Awaited<ReturnType<typeof plugWorld>>
  beforeAll(async () => {
    home = await plugWorld(plugin)
  })

  it.each(FILES)('[ADD-15] comes in, and brought again brings nothing new: %s', async (name) => {
    const received = () =>
      home.services.incoming.receive(
        path.basename(name),
        Readable.from([readFileSync(path.join(CORPUS, name))]),
        100_000_000,
      )

    const { itemId } = await home.owner.do(coreOperations.import.auto, { file: await received() })

    const { pages, same } = await home.owner.do(coreOperations.import.preview, { file: await received(), itemId })
    expect(pages).toBeGreaterThan(0)
    expect(same).toBe(pages)
  })
})
