import { createTRPCClient } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { CoreRouter } from './api-types.ts'
import { links } from './connection.ts'

/**
 * Every operation of the core as hooks: `api.page.info.useQuery({ pageId })`. They work below an `ApiProvider`, so what
 * uses them is loaded by `apiPart`.
 */
export const api = createTRPCReact<CoreRouter>()

/** Every operation of the core past the answers in memory: `server.page.keepDraft.mutate(draft)`. */
export const server = createTRPCClient<CoreRouter>({ links })
