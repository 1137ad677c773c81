import { createTRPCClient } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { CoreRouter } from './api-types.ts'
import { links } from './connection.ts'

/**
 * Hooks for every operation of the core: `api.page.info.useQuery({ pageId })`. They need an `ApiProvider`, so
 * components that use them are loaded with `apiPart`.
 */
export const api = createTRPCReact<CoreRouter>()

/** Every operation of the core, bypassing the cache: `server.page.keepDraft.mutate(draft)`. */
export const server = createTRPCClient<CoreRouter>({ links })
