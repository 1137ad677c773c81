import { decoded } from '#core/decoded.ts'
import { DomainError } from '#core/errors.ts'

/** The fields of a request, by REST name. Has no prototype, because users choose the keys (threats J3). */
export type Fields = Record<string, unknown>

/** Threats F1, J2. */
export const bodyLimits = {
  bytes: 10 * 1024 * 1024,
  keys: 200,
  /** `a[b][c]` has a depth of three. */
  depth: 3,
  jsonDepth: 20,
} as const

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

export const noFields = (): Fields => Object.create(null) as Fields

/** A query string or a form body. `a[b]=1` becomes `{ a: { b: '1' } }`, `a[]=1` a list. @throws DomainError invalidInput */
export function formFields(text: string, fields: Fields = noFields()): Fields {
  if (text === '') return fields
  let count = 0
  for (const part of text.split('&')) {
    if (part === '') continue
    if ((count += 1) > bodyLimits.keys) throw unreadable()
    const split = part.indexOf('=')
    const name = unescaped(split < 0 ? part : part.slice(0, split))
    putField(fields, name, split < 0 ? '' : unescaped(part.slice(split + 1)))
  }
  return fields
}

/** A JSON body as fields. @throws DomainError invalidInput when it is not an object, too wide or too deep */
export function jsonFields(body: unknown, fields: Fields = noFields()): Fields {
  if (body === undefined || body === null) return fields
  if (!isFields(body) || Array.isArray(body) || isDeeper(body, bodyLimits.jsonDepth)) throw unreadable()
  const names = Object.keys(body)
  if (names.length > bodyLimits.keys) throw unreadable()
  for (const name of names) if (!FORBIDDEN.has(name)) fields[name] = body[name]
  return fields
}

/**
 * Assigns `a[b]`. A later plain value replaces an earlier one. JavaScript programs send missing values in forms as the
 * text `undefined`, which is never intended and therefore ignored (D75). In JSON it is an ordinary text. @throws
 * DomainError invalidInput
 */
export function putField(fields: Fields, name: string, value: unknown): void {
  if (value === 'undefined') return
  const path = pathOf(name)
  const last = path.pop()
  if (last === undefined) return
  let place = fields
  for (const step of path) {
    const next = place[step]
    place = isFields(next) ? next : (place[step] = noFields())
  }
  place[last === '' ? String(Object.keys(place).length) : last] = value
}

function pathOf(name: string): string[] {
  if (!name.includes('[')) return FORBIDDEN.has(name) ? [] : [name]
  const path = name.split('[').map((part) => part.replace(/\]$/, ''))
  if (path.length > bodyLimits.depth || path.some((step) => FORBIDDEN.has(step))) throw unreadable()
  return path
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((part) => isDeeper(part, depth - 1))
}

/** A form value, where `+` is a space; a value with invalid URL encoding is unchanged. */
export const unescaped = (text: string): string => decoded(text.replaceAll('+', ' '))

const unreadable = (): DomainError => new DomainError('invalidInput', { field: 'body' })
