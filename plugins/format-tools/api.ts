/** JSON as text whose unchanged parts stay byte for byte, for plugins whose pages are JSON. */
export {
  edited,
  insertion,
  jsonOf,
  removals,
  spliced,
  textAt,
  valueOf,
  withElement,
  withMovedElement,
  type Splice,
} from './json/json-edit.ts'
export {
  memberOf,
  nodeAt,
  exactText,
  readJson,
  scalarText,
  type JsonArray,
  type JsonElement,
  type JsonNode,
  type JsonObject,
  type JsonPath,
  type JsonScalar,
} from './json/json-text.ts'
/** JSON whose numbers stay as written. */
export {
  exactNumber,
  isJsonObject,
  isOddNumber,
  jsonAsWritten,
  parsedAsWritten,
  parsedWithOddNumbers,
  WrittenNumber,
} from './json/written-numbers.ts'
export { beautifulJson } from './beautiful-json.ts'
export { cell, markdownTable, type LinkedText } from './markdown-table.ts'
/** The basis for decisions in merges of such pages. */
export { DecidedMerge } from './decided-merge.ts'
export { headingWords } from './heading-words.ts'
export { linkAddress, linkTarget } from './link-address.ts'
