import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { LOCAL_STORAGE } from '#adapters/storage/local/local-storage.ts'
import { storageForNewFiles, storageNamed } from '#core/attachment/storages.ts'
import { DomainError } from '#core/errors.ts'
import type { ItemType } from '#core/item/item.ts'
import { mailInUse } from '#core/site/mail-in-use.ts'
import { pageKinds, type PageKind } from '#core/page/kind.ts'
import type { Application } from './application.ts'

/**
 * Warnings after a successful start: settings that lead nowhere, and files that cannot be found. One line each,
 * beginning with the setting, without secrets.
 */
export async function problemsOf({ config, product }: Application): Promise<readonly string[]> {
  const { database, services } = product
  const found = await Promise.all([
    complaintOf(config.STORAGE_URL ? 'STORAGE_URL' : 'Object storage in the settings of the site', async () =>
      (await storageForNewFiles({ store: database, services })).check?.(),
    ),
    complaintOf(config.SMTP_URL ? 'SMTP_URL' : 'Mail server in the settings of the site', async () =>
      (await mailInUse({ store: database, services })).check(),
    ),
    lostFiles(config, { database, services }),
  ])
  return [
    ...unknownPlugins(config, new Set(services.plugins.list().map(({ id }) => id))),
    ...rivalKinds(services.extensions(pageKinds)),
    ...found.flat(),
  ]
}

async function complaintOf(setting: string, check: () => Promise<void>): Promise<readonly string[]> {
  try {
    await check()
    return []
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'storageMissing')
      return [
        `${setting}: is of the kind ${error.details['kind']}, whose plugin is missing or switched off: no files are taken`,
      ]
    return [`${setting}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

function unknownPlugins(
  { PLUGINS_DISABLED, PLUGIN_SUMS, PLUGINS }: Application['config'],
  known: ReadonlySet<string>,
): readonly string[] {
  const named = [
    ['PLUGINS_DISABLED', PLUGINS_DISABLED],
    // Without dropped-in plugins there is nothing to check.
    ['PLUGIN_SUMS', PLUGINS === 'on' ? [...PLUGIN_SUMS.keys()] : []],
  ] as const
  return named.flatMap(([setting, ids]) => {
    const unknown = ids.filter((id) => !known.has(id))
    return unknown.length === 0
      ? []
      : [`${setting}: there is no plugin ${unknown.join(', ')}; there are ${[...known].toSorted().join(', ')}`]
  })
}

/** An item type has one kind of page: of several kinds that claim it, the first is used. */
export function rivalKinds(kinds: readonly Pick<PageKind, 'id' | 'itemTypes'>[]): readonly string[] {
  const claims = new Map<ItemType, string[]>()
  for (const { id, itemTypes } of kinds)
    for (const type of new Set(itemTypes)) claims.set(type, [...(claims.get(type) ?? []), id])
  return [...claims].flatMap(([type, [taken = '', ...others]]) =>
    others.length === 0
      ? []
      : [
          `PLUGINS_DISABLED: pages of items of type ${type} begin as ${taken}, and ${others.join(', ')} claims them as well; ` +
            'leave out one of the plugins',
        ],
  )
}

async function lostFiles(
  { STORAGE_URL, DATA_DIR }: Application['config'],
  { database, services }: Pick<Application['product'], 'database' | 'services'>,
): Promise<readonly string[]> {
  const storages = await database.attachments.inStorages()
  const here = storages.find(({ storage }) => storage === LOCAL_STORAGE)
  const left =
    here && here.files > 0 && !(await holdsFiles(path.join(DATA_DIR, 'files')))
      ? [unrestored(DATA_DIR, here.files)]
      : []
  const known = await Promise.all(storages.map(({ storage }) => storageNamed({ store: database, services }, storage)))
  const elsewhere = storages.filter(({ files }, at) => files > 0 && !known[at])
  if (elsewhere.length === 0) return left
  const counts = elsewhere.map(({ storage, files }) => `${storage} (${files})`).join(', ')
  const names = elsewhere.map(({ storage }) => storage).join(',')
  const found = `files cannot be found, because they lie in storages that are not set up: ${counts}`
  const words = STORAGE_URL
    ? `${found}. If these are other names of the storage in STORAGE_URL, set STORAGE_ALIASES=${names}`
    : `is not set, and ${found}`
  return [...left, `STORAGE_URL: ${words}`]
}

const unrestored = (directory: string, files: number): string =>
  `DATA_DIR: ${files} files cannot be found, because there are none in ${path.resolve(directory, 'files')}: restore this folder from the same backup as the database`

/** Whether there is anything besides plugins that only carry imports. */
async function holdsFiles(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  return names.some((name) => name !== 'incoming')
}
