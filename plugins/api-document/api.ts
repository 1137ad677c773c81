/** What other plugins use to read API documents. */
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
/** Converts rows to an example and a JSON Schema, and to the values in them. */
export { exampleOf, jsonSchemaOf, kindOf, writtenValue } from './schema.ts'
