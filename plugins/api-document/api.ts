/** What other plugins use to read API documents, wherever they lie. */
export {
  isApiDocument,
  readApiDocument,
  type Answer,
  type ApiDocument,
  type GlobalParameters,
  type RequestBody,
} from './api-document.ts'
export { describedCall, type DescribedCall } from './beside-document.ts'
export { withExample } from './kept-example.ts'
export { codeBlock } from './markdown.ts'
export type { Parameter } from './parameters.ts'
/** Rows as an example and as a JSON Schema, and the values in them. */
export { exampleOf, jsonSchemaOf, kindOf, writtenValue } from './schema.ts'
