import type { z } from 'zod'
import { formerStorage, knownAddressOf } from '../attachment/former-storage.ts'
import { storageOf } from '../attachment/storages.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { FileStorage } from '../ports/files.ts'
import { readFittingSettings, readSettings } from '../settings.ts'
import { changeSettings, type SentSettings } from './change-settings.ts'
import { SECRET_MASK } from './settings-form.ts'
import { storageAddressOf } from './storage-address.ts'
import { storageSettings } from './storage-settings.ts'

type Form = z.output<typeof storageSettings.schema>

/**
 * Changes where new files go. An address that was named before stays known with its secret as long as anything
 * lies there and no newer secret of the same storage has been proved.
 * @throws DomainError invalidInput with the field, also for a storage to be used that lacks something
 */
export async function changeStorage(ctx: CommandContext, wishes: SentSettings): Promise<void> {
  const { store, services } = ctx
  // Two changes at once would otherwise keep only one of the storages before them.
  await store.settings.hold(storageSettings.id)
  const before = await formOf(ctx)
  await changeSettings(ctx, storageSettings, await withoutUseless(ctx, wishes))
  const after = await readSettings(store, storageSettings, services.seals)
  // What an earlier version kept unlooked at keeps nobody from changing something else.
  if (Object.keys(wishes).length > 0 && after.isOpen && !services.files.isDecided) requireStorage(ctx, after)
  const former = storageOf(services, before)
  if (!former) return
  const address = storageAddressOf(before)
  const isInUse = storageOf(services, after) !== null && storageAddressOf(after) === address
  if (!isInUse) await keepAddress(ctx, former.name, address)
}

/** Beside the older ones of the same storage: nobody knows yet which secret is right. */
async function keepAddress({ store: { attachments }, services }: CommandContext, name: string, address: string) {
  const { seals, clock } = services
  const kept = await attachments.formerStorages()
  const same = kept.filter((each) => each.name === name && knownAddressOf(each, seals) === address)
  await attachments.forgetStorages(same.map(({ id }) => id))
  await attachments.keepStorage(formerStorage(name, address, { seals, leftAt: clock.now() }))
}

/** A secret that another provider has no use for goes when the provider is changed: nobody could be asked for it again. */
export async function withoutUseless(ctx: Context, wishes: SentSettings): Promise<SentSettings> {
  const { provider } = wishes
  const { provider: before } = await formOf(ctx)
  const useless = provider === 'qcloud' ? 'secret' : 'secretKey'
  const isKept = wishes[useless] === undefined || wishes[useless] === SECRET_MASK
  return provider !== undefined && provider !== before && isKept ? { ...wishes, [useless]: '' } : wishes
}

/**
 * The storage of an address that a form gave.
 * @throws DomainError invalidInput when the kind of storage finds something wrong that the form does not know of
 */
export function storageIn(open: () => FileStorage): FileStorage {
  try {
    return open()
  } catch {
    // Without the cause, in which the address may stand with its secret.
    throw new DomainError('invalidInput', { field: 'bucket' })
  }
}

function requireStorage({ services: { files } }: Context, form: Form): void {
  const address = storageAddressOf(form)
  storageIn(() => files.at(address))
}

const formOf = ({ store, services }: Context): Promise<Form> =>
  readFittingSettings(store, storageSettings, services.seals, () => undefined)
