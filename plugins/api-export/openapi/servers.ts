const VARIABLE = /\{\{([^{}]+)\}\}|\{([^{}]+)\}/g

export interface Server {
  readonly url: string
  readonly variables?: Readonly<Record<string, { readonly default: string }>>
}

/** The part before a path as a server. Variables keep their names from the document. */
export function serverOf(origin: string): Server {
  // A server for this path only, because the document's servers would apply otherwise.
  if (origin === '') return { url: '/' }
  const variables = new Map<string, { default: string }>()
  const url = origin.replaceAll(VARIABLE, (whole, double?: string, single?: string) => {
    const name = double ?? single ?? ''
    variables.set(name, { default: whole })
    return `{${name}}`
  })
  return { url, ...(variables.size > 0 && { variables: Object.fromEntries(variables) }) }
}
