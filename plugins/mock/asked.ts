import { pathOf } from './mock-rule.ts'

/** The content of a request. */
export interface Asked {
  /** As in `/mock-path/7&path=/orders/7?state=open`; null in an address like `/mock-data/{key}`. */
  readonly place: Place | null
  readonly query: URLSearchParams
  /** The key of a page's mock, or a parameter of the API itself. */
  readonly key: string
}

export interface Place {
  readonly itemId: number
  readonly path: string
}

const BY_PATH = /^\/mock-path\/(\d{1,9})&path=([^?]*)/
const BY_KEY = /^\/mock-data\/(\w{1,64})$/

/** @returns null for an address that leads to no mock */
export function askedOf({ pathname, search, searchParams: query }: URL): Asked | null {
  const [, ofKey = ''] = BY_KEY.exec(pathname) ?? []
  if (ofKey !== '') return { place: null, query, key: ofKey }
  const [, itemId = '', path = ''] = BY_PATH.exec(pathname + search) ?? []
  if (itemId === '') return null
  try {
    const place = { itemId: Number(itemId), path: pathOf(decodeURIComponent(path)) }
    return { place, query, key: query.get('key') ?? '' }
  } catch {
    return null
  }
}
