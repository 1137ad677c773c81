/* What asks and orders, once somebody acts, in one file. */
export { createApiClient } from './api/api-client.ts'
export { withApi } from './api/with-api.tsx'
