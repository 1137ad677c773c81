const VARIABLE = /\{\{([^{}]+)\}\}|\{([^{}]+)\}/g

export interface Server {
  readonly url: string
  readonly variables?: Readonly<Record<string, { readonly default: string }>>
}

/** What stands before a path as a server. Variables are what the document calls them until somebody says more. */
export function serverOf(origin: string): Server {
  // A site of its own, where the document's servers would be meant otherwise.
  if (origin === '') return { url: '/' }
  const variables = new Map<string, { default: string }>()
  const url = origin.replaceAll(VARIABLE, (whole, double?: string, single?: string) => {
    const name = double ?? single ?? ''
    variables.set(name, { default: whole })
    return `{${name}}`
  })
  return { url, ...(variables.size > 0 && { variables: Object.fromEntries(variables) }) }
}
