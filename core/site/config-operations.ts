import { z } from 'zod'
import { itemIfAllowed } from '../access/doors.ts'
import { storageKinds } from '../attachment/storage-kinds.ts'
import type { Context } from '../context.ts'
import { DomainError, withFieldsNamed } from '../errors.ts'
import { limits } from '../limits.ts'
import { wholeServices } from '../open-services.ts'
import { command, query } from '../operation.ts'
import { forScreens, idOrNone, line, nothing, secretText, wired } from '../schema.ts'
import { seenFields } from '../seen.ts'
import { readFittingSettings } from '../settings.ts'
import { changeSettings, wishedSettings } from './change-settings.ts'
import { changeStorage, storageIn, withoutUseless } from './change-storage.ts'
import { stampFields, withoutSecrets } from './secret-stamps.ts'
import type { SettingValue } from './settings-form.ts'
import { siteSettings } from './settings.ts'
import { storageAddressOf } from './storage-address.ts'
import { startValue } from './start-value.ts'
import { KIND_OF_PROVIDER, LONGEST_ADDRESS, STORAGE_PROVIDERS, storageSettings } from './storage-settings.ts'
import { requireTrialTurn } from './trial-turn.ts'
import { TRIAL_PROBLEMS, TRIAL_STEPS, triedStorage } from './storage-trial.ts'

/** For a text that is stored without being validated. */
const LONGEST_TEXT = 500
const LARGEST_SHARE = 1_000_000

const written = () => line(LONGEST_TEXT)
const HOME_PAGES = z.union([z.literal(1), z.literal(2), z.literal(3)])

const StorageForm = z.object({
  provider: wired('oss_type', z.enum(STORAGE_PROVIDERS)),
  key: written(),
  secret: secretText(LONGEST_TEXT),
  endpoint: written(),
  bucket: written(),
  protocol: z.enum(['http', 'https']),
  domain: written(),
  region: written(),
  secretId: wired('secretId', written()),
  secretKey: wired('secretKey', secretText(LONGEST_TEXT)),
  kind: forScreens(written()),
  address: forScreens(secretText(LONGEST_ADDRESS)),
})
const StorageWishes = StorageForm.partial().extend({
  kind: forScreens(written().optional()),
  address: forScreens(secretText(LONGEST_ADDRESS).optional()),
})

const ConfigForm = z.object({
  registerOpen: z.boolean(),
  homePage: HOME_PAGES,
  /** The item to open when `homePage` is 3; 0 for none. */
  homeItem: idOrNone(),
  ossOpen: z.boolean(),
  ossSetting: StorageForm,
  historyVersionCount: z.number(),
  /** The ICP filing number. */
  beian: z.string(),
  showWatermark: z.boolean(),
  siteUrl: z.string(),
  /** In MB; 0 for no limit. */
  textMegabytesPerPerson: z.number().int().min(0).max(LARGEST_SHARE),
  textMegabytesPerItem: z.number().int().min(0).max(LARGEST_SHARE),
  fileMegabytesPerPerson: z.number().int().min(0).max(LARGEST_SHARE),
  fileMegabytesPerItem: z.number().int().min(0).max(LARGEST_SHARE),
})

/** Anything but a whole number from 1 to 1000 counts as never set (D65). */
const versionCount = (typed: unknown): number => {
  const text = typeof typed === 'number' || typeof typed === 'string' ? String(typed).trim() : ''
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= 1_000 ? count : limits.versionsKept
}

const isSiteUrl = (text: string): boolean => text === '' || (/^https?:\/\//.test(text) && URL.canParse(text))

const ConfigWishes = ConfigForm.extend({
  ossSetting: StorageWishes,
  historyVersionCount: z.unknown().transform(versionCount),
  beian: line(200),
  siteUrl: written().refine(isSiteUrl),
})
  .partial()
  .extend({ seen: seenFields() })
type Wishes = z.output<typeof ConfigWishes>

/** The site settings as defined by the specification. */
export const siteConfigOperations = {
  load: query({
    summary: 'What administrators have decided about the site; of secrets only whether they are set.',
    audience: 'admin',
    rest: { path: 'adminSetting/loadConfig' },
    input: nothing(),
    output: ConfigForm.extend({
      /** Environment variables that override this form. */
      setBy: forScreens(z.object({ siteUrl: z.boolean(), storage: z.boolean() })),
      /** Of the secrets of the storage, by field. */
      stamps: stampFields(),
      /** The kinds of storage that plugins add. */
      kinds: forScreens(z.array(z.object({ id: z.string(), title: z.string() }))),
    }),
    run: configOf,
  }),

  save: command({
    summary:
      'Changes what administrators decide about the site. What is left out stays, and so does a secret whose mask is sent back.',
    audience: 'admin',
    needsNoRoom: true,
    rest: { path: 'adminSetting/saveConfig' },
    input: ConfigWishes,
    output: nothing(),
    example: { registerOpen: false, homePage: 2 },
    async run(ctx, wishes) {
      const { ossOpen, ossSetting, seen, ...ofSite } = wishes
      await requireHomeItem(ctx, wishes)
      await changeSettings(ctx, siteSettings, given(withoutDecided(ctx, ofSite)), seen)
      const ofStorage = given({ ...ossSetting, ...(ossOpen !== undefined && { isOpen: ossOpen }) })
      await inForm(() => changeStorage(ctx, ofStorage, seen))
      return {}
    },
  }),

  tryStorage: command({
    summary:
      'Puts a file into an object storage that need not be kept in the settings yet, reads it, compares and deletes it, ' +
      'and says which step failed. A secret whose mask is sent back is the one that is kept, unless the storage is another one.',
    audience: 'admin',
    needsNoRoom: true,
    withoutTransaction: true,
    input: z.object({ ossSetting: StorageWishes.default({}) }),
    output: z.object({
      /** In order; the last step has a problem unless all succeeded. */
      steps: z.array(z.object({ step: z.enum(TRIAL_STEPS), problem: z.enum(TRIAL_PROBLEMS).nullable() })),
    }),
    example: { ossSetting: { provider: 's3_storage', endpoint: 's3.example.org', bucket: 'docs' } },
    async run(ctx, { ossSetting }) {
      const { address, storage } = await inForm(async () => {
        const sent = await withoutUseless(ctx, given(ossSetting))
        const form = await wishedSettings(ctx, storageSettings, sent)
        const address = storageAddressOf(form)
        return { address, storage: storageIn(form, () => wholeServices(ctx.services).files.onTrial(address)) }
      })
      await requireTrialTurn(ctx, 'storage')
      const detail = placeOf(address)
      ctx.audit({ action: 'settings.tried', object: { kind: 'settings', id: storageSettings.id }, detail })
      return { steps: [...(await triedStorage(storage, wholeServices(ctx.services)))] }
    },
  }),
}

/** The hosts being tested, as recorded. */
function placeOf(address: string): string {
  const { protocol, host, searchParams } = new URL(address)
  // An address of a plugin's storage may name no host.
  return [host || protocol.slice(0, -1), searchParams.get('domain') ?? ''].filter((place) => place !== '').join(' ')
}

async function configOf(ctx: Context) {
  const { store, services } = ctx
  const tell = (error: unknown) => services.log.error('some settings do not fit and have their defaults', error)
  const site = await readFittingSettings(store, siteSettings, services.seals, tell)
  const storage = await readFittingSettings(store, storageSettings, services.seals, tell)
  const {
    shown: { isOpen, ...ossSetting },
    stamps,
  } = withoutSecrets(ctx, storageSettings, storage)
  const publicUrl = startValue(services, 'PUBLIC_URL')
  return {
    ...site,
    siteUrl: publicUrl || site.siteUrl,
    ossOpen: isOpen,
    ossSetting,
    setBy: { siteUrl: publicUrl !== '', storage: startValue(services, 'STORAGE_URL') !== '' },
    stamps,
    kinds: kindsOfPlugins(ctx),
  }
}

const kindsOfPlugins = ({ services, session: { language } }: Context) =>
  wholeServices(services)
    .extensions(storageKinds)
    .flatMap(({ id, title }) => {
      const isOfProduct = Object.values<string>(KIND_OF_PROVIDER).includes(id)
      return isOfProduct ? [] : [{ id, title: title?.[language] ?? id }]
    })

/**
 * Fields set by the environment cannot be changed here. A form that sends back what it was shown is not refused, and
 * what was stored before stays: it counts again once the variable is removed.
 * @throws DomainError invalidInput
 */
function withoutDecided<W extends Pick<Wishes, 'siteUrl'>>({ services }: Context, wishes: W): W {
  const publicUrl = startValue(services, 'PUBLIC_URL')
  if (publicUrl === '') return wishes
  if (wishes.siteUrl && wishes.siteUrl !== publicUrl) throw new DomainError('invalidInput', { field: 'siteUrl' })
  return { ...wishes, siteUrl: undefined }
}

/** @throws DomainError invalidInput when there is no such item */
async function requireHomeItem(ctx: Context, { homeItem = 0 }: Wishes): Promise<void> {
  const isMissing = homeItem !== 0 && !(await itemIfAllowed(ctx, homeItem, 'read'))
  if (isMissing) throw new DomainError('invalidInput', { field: 'homeItem' })
}

const given = (wishes: Readonly<Record<string, SettingValue | undefined>>): Readonly<Record<string, SettingValue>> =>
  Object.fromEntries(Object.entries(wishes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** A refusal uses the field names of the form. */
async function inForm<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw withFieldsNamed(error, (field) => `ossSetting.${field}`)
  }
}
