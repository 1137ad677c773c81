import type { FormatReader } from './reader.ts'

/** By the id of the format. Each brings libraries that the others do without. */
export const readers: Readonly<Record<string, () => Promise<FormatReader>>> = {
  openapi: async () => (await import('../openapi/openapi-reader.ts')).readOpenApi,
}
