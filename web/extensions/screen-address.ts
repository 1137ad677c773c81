import { isScreenWordOf } from '#core/addresses.ts'

/** Addresses of the specification (§2) reserved for screens of plugins. */
export const LEFT_TO_PLUGINS = ['/message/index', '/notice/index', '/item/feedback', '/item/export/:itemId'] as const

type NameIn<Part extends string> = Part extends `:${infer Name}` ? Name : never
type NamesIn<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? NameIn<Part> | NamesIn<Rest>
  : NameIn<Path>

/** `:id` and `:pageId` stand for numbers, any other name for text between two slashes. */
export type ScreenParams<Path extends string> = {
  readonly [Name in NamesIn<Path>]: Name extends 'id' | `${string}Id` ? number : string
}
type AnyParams = Readonly<Record<string, number | string>>

const PART = /^(:[a-z]\w*|[a-z0-9.-]+)$/i
const isNumber = (name: string): boolean => /^id$|Id$/.test(name)

/**
 * Whether a plugin may have a screen there: at an address reserved for plugins, or below a word of its own, so that it
 * does not collide with items, the product or other plugins.
 */
export function isScreenPathOf(pluginId: string, path: string): boolean {
  if (LEFT_TO_PLUGINS.some((left) => left === path)) return true
  const [root, ...parts] = path.split('/')
  return root === '' && parts.every((part) => PART.test(part)) && isScreenWordOf(pluginId, parts[0] ?? '')
}

/** The parameters of a screen's path in this address, encoded as in the browser; null for any other address. */
export function paramsAt(path: string, address: string): AnyParams | null {
  const parts = path.split('/')
  const given = address.replace(/\/$/, '').split('/')
  if (parts.length !== given.length) return null
  const params: Record<string, number | string> = {}
  for (const [at, part] of parts.entries()) {
    const text = given[at] ?? ''
    const name = part.startsWith(':') ? part.slice(1) : null
    const value = name === null ? text : valueOf(name, text)
    if (value === null || (name === null && part !== text)) return null
    if (name !== null) params[name] = value
  }
  return params
}

/** Null for a value of the wrong type. */
function valueOf(name: string, text: string): number | string | null {
  if (text === '') return null
  if (!isNumber(name)) return decoded(text)
  const value = Number(text)
  return /^\d+$/.test(text) && Number.isSafeInteger(value) ? value : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
