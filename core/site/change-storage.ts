import type { z } from 'zod'
import { filesIn } from '../access/facts.ts'
import { formerStorage, knownAddressOf, namelessOf } from '../attachment/former-storage.ts'
import { addressOf, storageOf } from '../attachment/storages.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import type { FileStorage } from '../ports/files.ts'
import { readFittingSettings, readSettings } from '../settings.ts'
import type { SeenFields } from '../seen.ts'
import { changeSettings, type SentSettings } from './change-settings.ts'
import { SECRET_MASK } from './settings-form.ts'
import { storageAddressOf } from './storage-address.ts'
import { storageSettings } from './storage-settings.ts'

type Form = z.output<typeof storageSettings.schema>

/**
 * Changes where new files go. A former address stays known with its secret as long as it contains anything and no newer
 * secret of the same storage has been verified.
 * @throws DomainError invalidInput with the field, also when the chosen storage is incomplete; overtaken
 */
export async function changeStorage(ctx: CommandContext, wishes: SentSettings, seen?: SeenFields): Promise<void> {
  const { store } = ctx
  const services = wholeServices(ctx.services)
  // Otherwise two concurrent changes would keep only one of the former storages.
  await store.settings.hold(storageSettings.id)
  const before = await formOf(ctx)
  await changeSettings(ctx, storageSettings, await withoutUseless(ctx, wishes), seen)
  const after = await readSettings(store, storageSettings, services.seals)
  const address = addressOf(before)
  const isInUse = address !== null && addressOf(after) === address
  // Unvalidated values stored by an earlier version must not prevent other changes, nor must a plugin that is missing.
  const isWished = Object.keys(wishes).length > 0 && !(isInUse && before.kind !== '')
  if (isWished && after.isOpen && !services.files.isDecided) requireStorage(ctx, after)
  if (address === null || isInUse) return
  const former = storageOf(services, before)
  // Only its plugin can tell the name of a storage.
  const name = former?.name ?? (before.kind === '' ? null : namelessOf(before.kind))
  if (name !== null) await keepAddress(ctx, name, address)
}

/** Added to the older ones of the same storage: it is not known yet which secret is right. */
async function keepAddress({ store, services }: CommandContext, name: string, address: string) {
  const { seals, clock } = services
  const attachments = filesIn(store)
  const kept = await attachments.formerStorages()
  const same = kept.filter((each) => each.name === name && knownAddressOf(each, seals) === address)
  await attachments.forgetStorages(same.map(({ id }) => id))
  await attachments.keepStorage(formerStorage(name, address, { seals, leftAt: clock.now() }))
}

/**
 * A secret that another provider or kind does not use is removed when that changes: nobody could be asked for it again.
 * The kind ends with it where somebody chooses another provider without knowing of kinds, as programs do.
 */
export async function withoutUseless(ctx: Context, wishes: SentSettings): Promise<SentSettings> {
  const before = await formOf(ctx)
  const { provider, kind: wished } = wishes
  const isOther = provider !== undefined && provider !== before.provider
  const kind = wished ?? (isOther ? '' : before.kind)
  const isOtherKind = kind !== before.kind
  const useless = [
    ...(isOther ? [provider === 'qcloud' ? 'secret' : 'secretKey'] : []),
    ...(isOtherKind ? ['address'] : []),
  ].filter((name) => wishes[name] === undefined || wishes[name] === SECRET_MASK)
  return { ...wishes, ...(isOtherKind && { kind }), ...Object.fromEntries(useless.map((name) => [name, ''])) }
}

/**
 * The storage at the address built from a form.
 * @throws DomainError invalidInput when the storage kind rejects something the form cannot check
 */
export function storageIn({ kind }: Pick<Form, 'kind'>, open: () => FileStorage): FileStorage {
  try {
    return open()
  } catch {
    // Without the cause, which may contain the address with its secret.
    throw new DomainError('invalidInput', { field: kind === '' ? 'bucket' : 'address' })
  }
}

function requireStorage({ services }: Context, form: Form): void {
  const address = storageAddressOf(form)
  storageIn(form, () => wholeServices(services).files.at(address))
}

const formOf = ({ store, services }: Context): Promise<Form> =>
  readFittingSettings(store, storageSettings, services.seals, () => undefined)
