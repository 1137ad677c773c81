/** The address of a document, split into its parts. */
export interface AddressParts {
  /** The part before the path, as `https://example.org:8080` or `{{base}}`; '' for none. */
  readonly origin: string
  /** Begins with a slash, or is ''. */
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  /** The part after `#`, which is never sent. */
  readonly fragment: string
}

/** A scheme with a host, a host alone, or a variable that represents them. */
const ORIGIN = /^(?:\{\{[^{}]+\}\}|(?:[a-z][a-z\d+.-]*:)?\/\/[^/]+)/i

export function addressParts(url: string): AddressParts {
  const [place = '', fragment = ''] = url.trim().split(/#(.*)/s)
  const [base = '', said = ''] = place.split(/\?(.*)/s)
  return { ...placed(base), query: pairsIn(said), fragment }
}

function placed(base: string): Pick<AddressParts, 'origin' | 'path'> {
  const origin = ORIGIN.exec(base)?.[0] ?? ''
  const path = base.slice(origin.length)
  if (path === '' || path.startsWith('/')) return { origin, path }
  // The text before the first slash is a host or equivalent; an address without a slash is a path that lacks it.
  const slash = path.indexOf('/')
  return slash < 0 ? { origin, path: `/${path}` } : { origin: origin + path.slice(0, slash), path: path.slice(slash) }
}

const pairsIn = (query: string): AddressParts['query'] =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      return [decoded(name), decoded(value)]
    })

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `{id}`, `{{id}}` and `:id` in a path. */
export const PATH_VARIABLE = /\{\{([^{}/]+)\}\}|\{([^{}/]+)\}|(?<=\/):([\p{L}\p{N}_-]+)/gu
