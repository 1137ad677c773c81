/** What other plugins use to read API documents, wherever they lie. */
export { isApiDocument, readApiDocument, type Answer, type ApiDocument, type RequestBody } from './api-document.ts'
export { isWholeDocument, scriptsIn } from './beside-document.ts'
export type { Parameter } from './parameters.ts'
/** Rows as an example and as a JSON Schema, and the values in them. */
export { exampleOf, jsonSchemaOf, kindOf, writtenValue } from './schema.ts'
