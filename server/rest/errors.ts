import { ERROR_CODES, withFieldsNamed, type DomainError, type ErrorKind } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import type { AnyOperation } from '#core/operation.ts'
import type { Messages, Plugin } from '#core/plugin.ts'
import en from '../locales/en.json' with { type: 'json' }
import zhCn from '../locales/zh-cn.json' with { type: 'json' }
import { refusedName, snakeCase } from './wire.ts'

/**
 * HTTP status 200 for every refusal of the product (D67); errors before the product is reached have their own status.
 */
const STATUS: Readonly<Partial<Record<ErrorKind, number>>> = {
  foreignOrigin: 403,
  bodyTooLarge: 413,
  unsupportedBody: 415,
  otherHost: 421,
  tooManyRequests: 429,
  internal: 500,
  busy: 503,
  databaseAway: 503,
  pluginHangs: 503,
}
export const statusOf = (kind: ErrorKind): number => STATUS[kind] ?? 200

/** After how many seconds to retry; null when waiting does not help. */
export const retryAfterOf = (kind: ErrorKind): number | null => RETRY_AFTER_SECONDS[kind] ?? null
const RETRY_AFTER_SECONDS: Readonly<Partial<Record<ErrorKind, number>>> = {
  busy: 5,
  databaseAway: 5,
  tooManyRequests: 60,
}

/** A refusal on REST and tRPC. */
export interface Explained {
  readonly code: number
  readonly message: string
  /** By REST name. */
  readonly details: Readonly<Record<string, unknown>>
}
export interface Explain {
  (refusal: Pick<DomainError, 'kind'> & Told, language: Language): Explained
  /** Whether the product or a plugin that runs has a number for refusals of this kind. */
  readonly isDeclared: (kind: ErrorKind) => boolean
}

/** Numbers and texts of refusals of the product and its plugins. */
export function explainer(plugins: readonly Plugin[]): Explain {
  const codes: Readonly<Record<string, number>> = Object.assign({}, ERROR_CODES, ...plugins.map(({ errors }) => errors))
  const texts: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
    en: Object.assign({}, en, ...plugins.map(({ messages }) => refusalTexts(messages?.en))),
    'zh-cn': Object.assign({}, zhCn, ...plugins.map(({ messages }) => refusalTexts(messages?.['zh-cn']))),
  }
  const isDeclared = (kind: ErrorKind): boolean => Object.hasOwn(codes, kind)
  const explain = (refusal: Pick<DomainError, 'kind'> & Told, language: Language): Explained => {
    const kind = isDeclared(refusal.kind) ? refusal.kind : 'internal'
    const shown = wireDetails(toldDetails(refusal, language))
    return {
      code: codes[kind] ?? ERROR_CODES.internal,
      message: filled(texts[language][kind] ?? texts[language]['internal'] ?? kind, shown),
      details: shown,
    }
  }
  return Object.assign(explain, { isDeclared })
}

function refusalTexts(messages: Messages | undefined): Record<string, string> {
  const { errors } = messages ?? {}
  if (typeof errors !== 'object') return {}
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** The same error, with the fields named as the caller of this operation sent it. */
export function namedOnRest(error: unknown, { input }: AnyOperation): unknown {
  return withFieldsNamed(error, (field) => refusedName(input, field))
}

type Told = Pick<DomainError, 'details'> & Partial<Pick<DomainError, 'texts'>>

/** The details of a refusal, with its texts in one language. */
export const toldDetails = ({ details, texts = {} }: Told, language: Language): DomainError['details'] => ({
  ...details,
  ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text[language]])),
})

const wireDetails = (details: DomainError['details']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      snakeCase(name),
      name === 'field' && typeof value === 'string' ? snakeCase(value) : value,
    ]),
  )

const filled = (text: string, details: Readonly<Record<string, unknown>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => textOf(details[snakeCase(name)]))
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
