import type { z } from 'zod'
import { filesIn } from '../access/facts.ts'
import type { OpenServices } from '../context.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import type { FileStorage } from '../ports/files.ts'
import type { OpenStore } from '../ports/store.ts'
import { readFittingSettings } from '../settings.ts'
import { storageAddressOf } from '../site/storage-address.ts'
import { KIND_OF_PROVIDER, storageSettings } from '../site/storage-settings.ts'
import { addressOfFormer, mayBeNamed, namelessOf, type FormerStorage } from './former-storage.ts'
import { storageKinds } from './storage-kinds.ts'

type Form = z.output<typeof storageSettings.schema>

/** Read each time, so that a change takes effect on all servers with its commit. */
interface Asking {
  readonly store: Pick<OpenStore, 'settings' | 'attachments'>
  readonly services: OpenServices
}

/**
 * Where new files go: the environment takes precedence over the site settings, and these over the disk.
 * @throws DomainError storageMissing where the settings name one whose plugin is missing or switched off: files must not
 * get to the disk of one server instead
 */
export async function storageForNewFiles(ctx: Asking): Promise<FileStorage> {
  const { storage, missing } = await storageInUse(ctx)
  if (missing !== null) throw new DomainError('storageMissing', { kind: missing })
  return storage
}

/** The name of the storage that new files go to, also where it is missing. */
export async function nameForNewFiles(ctx: Asking): Promise<string> {
  const { storage, missing } = await storageInUse(ctx)
  return missing === null ? storage.name : namelessOf(missing)
}

/** `missing` is the kind of the storage that the settings name, where nothing here can open it. */
async function storageInUse(ctx: Asking): Promise<{ readonly storage: FileStorage; readonly missing: string | null }> {
  const { files } = wholeServices(ctx.services)
  if (files.isDecided) return { storage: files.current, missing: null }
  const form = await formIn(ctx)
  const storage = storageOf(ctx.services, form)
  const isMissing = storage === null && form.isOpen && form.kind !== '' && addressOf(form) !== null
  // An earlier version stored any form without using it.
  if (form.isOpen && !storage && !isMissing)
    ctx.services.log.warn('the storage in the settings of the site lacks something and is not used')
  return { storage: storage ?? files.current, missing: isMissing ? form.kind : null }
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
  const former = (await filesIn(ctx.store).formerStorages()).filter((each) => mayBeNamed(each, name))
  const all = former.map((each) => ({ storage: opened(ctx, each), formerId: each.id }))
  return [{ storage: ofForm, formerId: null }, ...all].filter(isOpened).filter(({ storage }) => storage.name === name)
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

/** The address that a form describes; null when it names none, or lacks something. */
export function addressOf(form: Form): string | null {
  if (!form.isOpen) return null
  try {
    return storageAddressOf(form)
  } catch {
    return null
  }
}

/** The storage described by the settings; null when there is none, or nothing here can open it. */
export function storageOf(services: OpenServices, form: Form): FileStorage | null {
  const address = addressOf(form)
  return address === null ? null : storageAt(services, address)
}

/** Null while the plugin of its kind is missing or switched off, also for one that was opened before. */
function storageAt(given: OpenServices, address: string): FileStorage | null {
  const services = wholeServices(given)
  if (lacksPlugin(services, address)) return null
  try {
    return services.files.at(address)
  } catch {
    return null
  }
}

/** Whether the plugin of its kind is missing or switched off, by the name or the address of a storage. */
export function lacksPlugin(services: OpenServices, nameOrAddress: string): boolean {
  const [kind = '', ...rest] = nameOrAddress.split('://')
  if (rest.length === 0 || Object.values<string>(KIND_OF_PROVIDER).includes(kind)) return false
  return !wholeServices(services)
    .extensions(storageKinds)
    .some(({ id }) => id === kind)
}

const formIn = ({ store, services: { log, seals } }: Asking): Promise<Form> =>
  readFittingSettings(store, storageSettings, seals, (error) =>
    log.error('the storage in the settings of the site does not fit', error),
  )

const storageOfForm = async (ctx: Asking): Promise<FileStorage | null> => storageOf(ctx.services, await formIn(ctx))

/** A former storage, which also tells its name; null while it cannot be opened. */
export function opened({ services }: Pick<Asking, 'services'>, former: FormerStorage): FileStorage | null {
  try {
    return storageAt(services, addressOfFormer(former, services.seals))
  } catch (error) {
    services.log.error(`the storage ${former.name}, which was in use before, cannot be opened`, error)
    return null
  }
}
