import type { z } from 'zod'
import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import type { FieldProblems, FieldValues, ShownField } from '#web/setting-form/shown-field.ts'
import type { useBackstageText } from '../texts.ts'

export type LoadedConfig = AnswerOf<CoreOperations['siteConfig']['load']>
type Text = ReturnType<typeof useBackstageText>
export type StorageWishes = NonNullable<z.input<CoreOperations['siteConfig']['tryStorage']['input']>['ossSetting']>
type Wishes = z.input<CoreOperations['siteConfig']['save']['input']>

const LONGEST = 500
const LONGEST_ADDRESS = 2_000
const LARGEST_SHARE = 1_000_000
const LIMITS = [
  'textMegabytesPerPerson',
  'textMegabytesPerItem',
  'fileMegabytesPerPerson',
  'fileMegabytesPerItem',
] as const
const PROVIDERS = ['aliyun', 'qiniu', 'qcloud', 's3_storage'] as const
/** Fields that say where a secret is sent: changing one requires typing the secret again. */
const HOST = ['provider', 'protocol', 'endpoint', 'region', 'bucket', 'domain']

const isProvider = (value: unknown): boolean => PROVIDERS.some((provider) => provider === value)

const field = (
  name: string,
  kind: ShownField['kind'],
  value: ShownField['value'],
  [label, hint = '']: readonly [string, string?],
): ShownField => ({ name, kind, value, label, hint, longest: LONGEST })

export const homeFields = (t: Text, { registerOpen, homePage, homeItem }: LoadedConfig): readonly ShownField[] => [
  field('registerOpen', 'flag', registerOpen, [t('site.registerOpen'), t('site.registerOpenHint')]),
  {
    ...field('homePage', 'choice', homePage, [t('site.homePage'), t('site.homePageHint')]),
    choices: ([1, 2, 3] as const).map((value) => ({ value, label: t(`site.homePage${value}`) })),
  },
  { ...field('homeItem', 'number', homeItem, [t('site.homeItem')]), least: 0 },
]

export const baseFields = (t: Text, config: LoadedConfig): readonly ShownField[] => [
  field('beian', 'text', config.beian, [t('site.beian'), t('site.beianHint')]),
  field('historyVersionCount', 'text', String(config.historyVersionCount), [
    t('site.versions'),
    t('site.versionsHint'),
  ]),
  field('showWatermark', 'flag', config.showWatermark, [t('site.watermark'), t('site.watermarkHint')]),
  {
    ...field('siteUrl', 'text', config.siteUrl, [t('site.url'), t('site.urlHint')]),
    ...(config.setBy.siteUrl && { setBy: 'PUBLIC_URL' }),
  },
]

export const limitFields = (t: Text, config: LoadedConfig): readonly ShownField[] =>
  LIMITS.map((name) => ({
    ...field(name, 'number', config[name], [t(`site.${name}`), t(`site.${name}Hint`)]),
    least: 0,
    greatest: LARGEST_SHARE,
  }))

export const switchFields = (t: Text, { ossOpen }: LoadedConfig): readonly ShownField[] => [
  field('ossOpen', 'flag', ossOpen, [t('site.ossOpen')]),
]

/** The fields of a provider (ADMIN-31). @param provider null for the fields of all of them */
export function storageFields(t: Text, config: LoadedConfig, provider: string | null): readonly ShownField[] {
  const { ossSetting: kept, stamps } = config
  const isFor = (...providers: readonly string[]) => provider === null || providers.includes(provider)
  const text = (name: 'key' | 'endpoint' | 'bucket' | 'domain' | 'region' | 'secretId') =>
    field(name, 'text', kept[name], [t(`site.${name}`)])
  const secret = (name: 'secret' | 'secretKey' | 'address'): ShownField => ({
    ...field(name, 'secret', kept[name], [t(`site.${name}`)]),
    sentTo: HOST,
    stamp: stamps[name] ?? '',
  })
  const ofProduct = PROVIDERS.map((value) => ({ value, label: t(`site.provider.${value}`) }))
  const choices = [...ofProduct, ...kindsIn(config).map(({ id: value, title: label }) => ({ value, label }))]
  const isOfPlugin = provider === null || !isProvider(provider)
  const protocols = (['http', 'https'] as const).map((value) => ({ value, label: value }))
  return [
    { ...field('provider', 'choice', kept.kind || kept.provider, [t('site.provider.label')]), choices },
    ...(isOfPlugin ? [{ ...secret('address'), hint: t('site.addressHint'), longest: LONGEST_ADDRESS }] : []),
    ...(isFor('aliyun', 'qiniu', 's3_storage') ? [text('key'), secret('secret')] : []),
    ...(isFor('qcloud') ? [text('secretId'), secret('secretKey')] : []),
    ...(isFor('aliyun', 's3_storage') ? [text('endpoint')] : []),
    ...(isFor('qcloud', 's3_storage') ? [text('region')] : []),
    ...(isFor(...PROVIDERS)
      ? [
          text('bucket'),
          { ...field('protocol', 'choice', kept.protocol, [t('site.protocol')]), choices: protocols },
          { ...text('domain'), hint: t('site.domainHint') },
        ]
      : []),
  ]
}

/** What plugins add, and the stored one also while its plugin does not run. */
function kindsIn({ kinds, ossSetting: { kind } }: LoadedConfig): LoadedConfig['kinds'] {
  const isMissing = kind !== '' && kinds.every(({ id }) => id !== kind)
  return isMissing ? [...kinds, { id: kind, title: kind }] : kinds
}

/** What each provider cannot do without: the server makes its address of it, and refuses the first that is empty. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  aliyun: ['key', 'secret', 'endpoint', 'bucket'],
  qiniu: ['key', 'secret', 'bucket', 'domain'],
  qcloud: ['secretId', 'secretKey', 'region', 'bucket'],
  s3_storage: ['key', 'secret', 'endpoint', 'bucket'],
}

/** The fields that the chosen object storage requires and that are empty. */
export function missingOfStorage(values: FieldValues): FieldProblems {
  const required = REQUIRED[String(values['provider'])] ?? ['address']
  const missing = required.filter((name) => String(values[name] ?? '').trim() === '')
  return Object.fromEntries(missing.map((name) => [name, 'missing']))
}

const OF_STORAGE = new Set([
  ...['provider', 'key', 'secret', 'secretId', 'secretKey'],
  ...['endpoint', 'region', 'bucket', 'protocol', 'domain', 'address'],
])
const NUMBERS = new Set<string>(['homePage', 'homeItem', ...LIMITS])

/** The changed values as input of the call; the server validates them. */
export function wishesOf(changed: FieldValues): Wishes {
  const entries = Object.entries(changed).map(
    ([name, value]) => [name, NUMBERS.has(name) ? Number(value) : value] as const,
  )
  const ofStorage = entries.filter(([name]) => OF_STORAGE.has(name))
  return {
    ...Object.fromEntries(entries.filter(([name]) => !OF_STORAGE.has(name))),
    ...(ofStorage.length > 0 && { ossSetting: withKind(Object.fromEntries(ofStorage)) }),
  }
}

/** What was seen in the changed fields, as the server names them. */
export const seenOf = (seen: Readonly<Record<string, string>>): Readonly<Record<string, string>> => withKind(seen)

/** The choice of a plugin's kind is a field of its own on the server. */
function withKind<T>({ provider, ...others }: Readonly<Record<string, T>>): Readonly<Record<string, T | string>> {
  if (provider === undefined) return others
  return isProvider(provider) ? { ...others, provider, kind: '' } : { ...others, kind: provider }
}

/** The values of the object storage. */
export const storageWishesOf = (changed: FieldValues): StorageWishes => wishesOf(changed).ossSetting ?? {}

/** Whether something is to be saved that makes the server require the whole storage. */
export const isStorageChanged = (changed: FieldValues): boolean =>
  Object.keys(changed).some((name) => name === 'ossOpen' || OF_STORAGE.has(name))
