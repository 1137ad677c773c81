import type { ComponentType } from 'react'
import { lazyPart } from '../parts/part.tsx'

/**
 * A `lazyPart` that uses the hooks of `api`: the client is loaded along with it. For what stands in the reader's entry or
 * in no screen at all; inside of such a part, `lazyPart` is enough.
 */
export const apiPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazyPart(async () => {
    const [Component, { withApi }] = await Promise.all([load(), import('./with-api.tsx')])
    return withApi(Component)
  })
