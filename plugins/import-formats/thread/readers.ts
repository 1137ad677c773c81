import type { FormatReader } from './reader.ts'

/** By format id. Each imports libraries the others do not need. */
export const readers: Readonly<Record<string, () => Promise<FormatReader>>> = {
  postman: async () => (await import('../postman/postman-reader.ts')).readPostman,
  showdoc: async () => (await import('../showdoc/showdoc-reader.ts')).readShowDoc,
  yapi: async () => (await import('../yapi/yapi-reader.ts')).readYapi,
  html: async () => (await import('../html/html-reader.ts')).readHtml,
  word: async () => (await import('../word/word-reader.ts')).readWord,
  excel: async () => (await import('../excel/excel-reader.ts')).readExcel,
  openapi: async () => (await import('../openapi/openapi-reader.ts')).readOpenApi,
}
