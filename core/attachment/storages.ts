import type { z } from 'zod'
import { filesIn } from '../access/facts.ts'
import type { OpenServices, Services } from '../context.ts'
import { wholeServices } from '../open-services.ts'
import type { FileStorage } from '../ports/files.ts'
import type { OpenStore } from '../ports/store.ts'
import { readFittingSettings } from '../settings.ts'
import { storageAddressOf } from '../site/storage-address.ts'
import { storageSettings } from '../site/storage-settings.ts'
import { addressOfFormer, type FormerStorage } from './former-storage.ts'

/** Read each time, so that a change takes effect on all servers with its commit. */
interface Asking {
  readonly store: Pick<OpenStore, 'settings' | 'attachments'>
  readonly services: OpenServices
}

/** Where new files go: the environment takes precedence over the site settings, and these over the disk. */
export async function storageForNewFiles(ctx: Asking): Promise<FileStorage> {
  const { files } = wholeServices(ctx.services)
  return (files.isDecided ? null : await storageOfForm(ctx)) ?? files.current
}

/** The storage of a file; null when it is no longer configured. */
export async function storageNamed(ctx: Asking, name: string): Promise<FileStorage | null> {
  const ofEnvironment = wholeServices(ctx.services).files.named(name)
  if (ofEnvironment) return ofEnvironment
  const [first, ...others] = (await addressesOf(ctx, name)).map(({ storage }) => storage)
  return first ? others.reduce(orElse, first) : null
}

/** All storages that may contain files of the site. */
export async function allStorages(ctx: Asking): Promise<readonly FileStorage[]> {
  const { store, services } = ctx
  const ofForm = await storageOfForm(ctx)
  const former = await filesIn(store).formerStorages()
  const names = new Set(
    [...wholeServices(services).files.all, ...(ofForm ? [ofForm] : []), ...former].map(({ name }) => name),
  )
  const all = await Promise.all([...names].map((name) => storageNamed(ctx, name)))
  return all.filter((storage) => storage !== null)
}

/**
 * The address from the settings first, then the newest. Which of their secrets is right is unknown until one is
 * verified.
 */
export async function addressesOf(ctx: Asking, name: string): Promise<readonly KnownAddress[]> {
  const ofForm = await storageOfForm(ctx)
  const former = (await filesIn(ctx.store).formerStorages()).filter((each) => each.name === name)
  const all = former.map((each) => ({ storage: opened(ctx, each), formerId: each.id }))
  return [{ storage: ofForm?.name === name ? ofForm : null, formerId: null }, ...all].filter(isOpened)
}

interface KnownAddress {
  readonly storage: FileStorage
  /** Null for the one from the settings. */
  readonly formerId: number | null
}

const isOpened = (each: {
  readonly storage: FileStorage | null
  readonly formerId: number | null
}): each is KnownAddress => each.storage !== null

/** The same storage by two addresses. New files only use the first. */
const orElse = (first: FileStorage, second: FileStorage): FileStorage => ({
  name: first.name,
  put: (...given) => first.put(...given),
  read: (...given) => first.read(...given).catch(() => second.read(...given)),
  delete: (...given) => first.delete(...given).catch(() => second.delete(...given)),
})

/** The storage described by the settings; null when there is none. */
export function storageOf(
  { files }: Pick<Services, 'files'>,
  form: z.output<typeof storageSettings.schema>,
): FileStorage | null {
  if (!form.isOpen) return null
  try {
    return files.at(storageAddressOf(form))
  } catch {
    return null
  }
}

async function storageOfForm({ store, services }: Asking): Promise<FileStorage | null> {
  const { log, seals } = services
  const tell = (error: unknown) => log.error('the storage in the settings of the site does not fit', error)
  const form = await readFittingSettings(store, storageSettings, seals, tell)
  const storage = storageOf(wholeServices(services), form)
  // An earlier version stored any form without using it.
  if (form.isOpen && !storage) log.warn('the storage in the settings of the site lacks something and is not used')
  return storage
}

function opened({ services }: Asking, former: FormerStorage): FileStorage | null {
  try {
    return wholeServices(services).files.at(addressOfFormer(former, services.seals))
  } catch (error) {
    services.log.error(`the storage ${former.name}, which was in use before, cannot be opened`, error)
    return null
  }
}
