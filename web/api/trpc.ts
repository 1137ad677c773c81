import { createTRPCReact } from '@trpc/react-query'
import type { CoreOperations } from '#core/operations.ts'
import type { RouterOf } from '#server/trpc/router.ts'

/** Every operation of the core as hooks: `api.page.info.useQuery({ pageId })`. */
export const api = createTRPCReact<RouterOf<CoreOperations>>()
