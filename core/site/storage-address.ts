import type { z } from 'zod'
import { refusalOfFields } from '../errors.ts'
import { KIND_OF_PROVIDER, type storageSettings } from './storage-settings.ts'

type Form = z.output<typeof storageSettings.schema>
type Name = 'key' | 'secret' | 'secretId' | 'secretKey' | 'endpoint' | 'region' | 'bucket' | 'domain'

// No path, username or password: a secret is sent to the host entered here (threats S4).
const HOST = /^(?:(https?):\/\/)?([\w.-]+(?::\d{1,5})?|\[[\da-f:.]+\](?::\d{1,5})?)\/?$/i
const WORD = /^[\w.-]+$/
const ANYTHING = /./

/** What a provider needs to know, in the order of the form. */
const NEEDED: Readonly<Record<Form['provider'], Readonly<Partial<Record<Name, RegExp>>>>> = {
  aliyun: { key: ANYTHING, secret: ANYTHING, endpoint: HOST, bucket: WORD },
  s3_storage: { key: ANYTHING, secret: ANYTHING, endpoint: HOST, bucket: WORD },
  qcloud: { secretId: ANYTHING, secretKey: ANYTHING, region: WORD, bucket: WORD },
  qiniu: { key: ANYTHING, secret: ANYTHING, domain: HOST, bucket: WORD },
}

/**
 * The address of the storage described by a form, in the format of `STORAGE_URL`. An endpoint or domain that begins
 * with `http://` or `https://` uses that protocol, whatever protocol is selected.
 * @throws DomainError invalidInput with all form fields that are incomplete
 */
export function storageAddressOf(typed: Form): string {
  if (typed.kind !== '') return addressOfKind(typed)
  const form = trimmed(typed)
  const needed = Object.entries(NEEDED[form.provider]) as [Name, RegExp][]
  const wrong = needed.flatMap(([name, fits]) => (fits.test(form[name]) ? [] : [name]))
  if (wrong.length > 0) throw refusalOfFields(wrong)
  switch (form.provider) {
    case 'aliyun':
      return addressAt(KIND_OF_PROVIDER.aliyun, form, hostIn(form, 'endpoint'))
    case 's3_storage':
      return addressAt(KIND_OF_PROVIDER.s3_storage, form, hostIn(form, 'endpoint'), { region: form.region })
    case 'qcloud': {
      const host = `cos.${form.region}.myqcloud.com`
      return addressAt(KIND_OF_PROVIDER.qcloud, form, { host, protocol: form.protocol }, {}, ['secretId', 'secretKey'])
    }
    default: {
      const { host: domain, protocol } = hostIn(form, 'domain')
      return addressAt(KIND_OF_PROVIDER.qiniu, form, { host: 'uc.qiniuapi.com', protocol }, { domain })
    }
  }
}

/** Its plugin says what belongs in it; one of the product's must not be reached by it. */
function addressOfKind({ kind, address }: Form): string {
  const given = address.trim()
  const isOfKind = given.startsWith(`${kind}://`) && URL.canParse(given)
  if (!isOfKind || Object.values<string>(KIND_OF_PROVIDER).includes(kind)) throw refusalOfFields(['address'])
  return given
}

interface Host {
  readonly host: string
  readonly protocol: string
}

function addressAt(
  kind: string,
  form: Form,
  { host, protocol }: Host,
  more: Readonly<Record<string, string>> = {},
  [key, secret]: readonly [Name, Name] = ['key', 'secret'],
): string {
  const login = [key, secret].map((name) => encodeURIComponent(form[name])).join(':')
  const parameters = Object.entries({ ...more, tls: protocol === 'http' ? 'off' : 'on' }).filter(
    ([, value]) => value !== '',
  )
  return `${kind}://${login}@${host}/${form.bucket}?${new URLSearchParams(parameters).toString()}`
}

function hostIn(form: Form, name: Name): Host {
  const [, protocol = form.protocol, host = ''] = HOST.exec(form[name]) ?? []
  return { host, protocol: protocol.toLowerCase() }
}

function trimmed(form: Form): Form {
  const names: readonly Name[] = ['key', 'secret', 'secretId', 'secretKey', 'endpoint', 'region', 'bucket', 'domain']
  return { ...form, ...Object.fromEntries(names.map((name) => [name, form[name].trim()])) }
}
