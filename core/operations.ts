/** Every operation of the core: `page.history` is `api.page.history` over tRPC and `POST /api/page/history` over REST. */
export const coreOperations = {}
export type CoreOperations = typeof coreOperations
