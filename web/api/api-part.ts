import type { ComponentType } from 'react'
import { lazyPart } from '../parts/part.tsx'

/**
 * A `lazyPart` that uses the hooks of `api`: the client is loaded with it. For parts in the reader's entry or outside
 * of screens; inside such a part, `lazyPart` is enough.
 */
export const apiPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazyPart(async () => {
    const [Component, { withApi }] = await Promise.all([load(), import('./with-api.tsx')])
    return withApi(Component)
  })
