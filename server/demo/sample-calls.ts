import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isRefusal } from '#core/errors.ts'
import type { AnyOperation } from '#core/operation.ts'
import { filledInput } from '#core/item/sample-steps.ts'
import { coreOperations } from '#core/operations.ts'
import { perform, type Caller } from '#core/perform.ts'
import type { Application } from '../application.ts'
import type { SampleCall } from './sample-items.ts'

/** A sample item being filled. */
export interface SamplePlace {
  readonly application: Application
  readonly caller: Caller
  readonly itemId: number
}

/** Executes a sample's instructions for its item, with the available operations. */
export async function makeCalls(
  { application, caller, itemId }: SamplePlace,
  calls: readonly SampleCall[],
  pageIds: ReadonlyMap<string, number>,
): Promise<void> {
  const { product, config } = application
  const site = config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`
  for (const { operation: name, page, input } of calls) {
    const operation = operationNamed(application, name)
    if (!operation) continue
    const filled = filledInput(input, { siteUrl: site, itemId })
    const of = page === undefined ? {} : { pageId: pageIds.get(page) }
    await perform(product, operation, caller, { ...of, ...filled })
  }
}

function operationNamed({ operations }: Application, name: string): AnyOperation | undefined {
  const [group = '', member = ''] = name.split('.')
  return operations[group]?.[member]
}

/** The path of the exported item; null when no plugin has the format. */
export async function exportedSample(
  { application, caller, itemId }: SamplePlace,
  format: string,
): Promise<readonly string[]> {
  const folder = path.join(application.config.DATA_DIR, 'samples')
  try {
    const file = await perform(application.product, coreOperations.export.file, caller, { format, itemId })
    await mkdir(folder, { recursive: true })
    const target = path.join(folder, file.name)
    await pipeline(file.content, createWriteStream(target))
    return [target]
  } catch (error) {
    if (isRefusal(error) && error.kind === 'notAvailable') return []
    throw error
  }
}
