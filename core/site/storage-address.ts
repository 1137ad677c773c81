import type { z } from 'zod'
import { DomainError } from '../errors.ts'
import type { storageSettings } from './storage-settings.ts'

type Form = z.output<typeof storageSettings.schema>
type Name = 'key' | 'secret' | 'secretId' | 'secretKey' | 'endpoint' | 'region' | 'bucket' | 'domain'

// No path, username or password: a secret is sent to the host entered here (threats S4).
const HOST = /^(?:(https?):\/\/)?([\w.-]+(?::\d{1,5})?|\[[\da-f:.]+\](?::\d{1,5})?)\/?$/i
const WORD = /^[\w.-]+$/

/**
 * The address of the storage described by a form, in the format of `STORAGE_URL`. An endpoint or domain that begins
 * with `http://` or `https://` uses that protocol, whatever protocol is selected.
 * @throws DomainError invalidInput with the form field that is incomplete
 */
export function storageAddressOf(form: Form): string {
  switch (form.provider) {
    case 'aliyun':
      return addressAt('oss', form, hostIn(form, 'endpoint'))
    case 's3_storage':
      return addressAt('s3', form, hostIn(form, 'endpoint'), { region: form.region })
    case 'qcloud': {
      const host = `cos.${wordIn(form, 'region')}.myqcloud.com`
      return addressAt('cos', form, { host, protocol: form.protocol }, {}, ['secretId', 'secretKey'])
    }
    default: {
      const { host: domain, protocol } = hostIn(form, 'domain')
      return addressAt('qiniu', form, { host: 'uc.qiniuapi.com', protocol }, { domain })
    }
  }
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
  const login = [key, secret].map((name) => encodeURIComponent(given(form, name))).join(':')
  const parameters = Object.entries({ ...more, tls: protocol === 'http' ? 'off' : 'on' }).filter(
    ([, value]) => value !== '',
  )
  return `${kind}://${login}@${host}/${wordIn(form, 'bucket')}?${new URLSearchParams(parameters).toString()}`
}

function given(form: Form, name: Name): string {
  const value = form[name].trim()
  if (value === '') throw new DomainError('invalidInput', { field: name })
  return value
}

function wordIn(form: Form, name: Name): string {
  const value = given(form, name)
  if (!WORD.test(value)) throw new DomainError('invalidInput', { field: name })
  return value
}

function hostIn(form: Form, name: Name): Host {
  const [, protocol = form.protocol, host = ''] = HOST.exec(given(form, name)) ?? []
  if (host === '') throw new DomainError('invalidInput', { field: name })
  return { host, protocol: protocol.toLowerCase() }
}
