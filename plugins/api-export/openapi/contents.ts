import {
  jsonSchemaOf,
  kindOf,
  writtenValue,
  type Answer,
  type Parameter,
  type RequestBody,
} from '#plugins/api-document/api.ts'
import { jsonAsWritten, parsedWithOddNumbers } from '#plugins/format-tools/api.ts'
import { kept, safeExample, valueSchema } from './parameters.ts'

/** The body of a request; undefined for none. */
export function bodyObject(body: RequestBody, onLoss: () => void): object | undefined {
  const { mode, parameters, example } = body
  if (mode === 'none') return undefined
  if (mode === 'formdata' || mode === 'urlencoded') {
    const type = mode === 'formdata' ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
    return { content: { [type]: { schema: formSchema(kept(parameters, onLoss)) } } }
  }
  return { content: contentOf({ parameters, example }, onLoss, mode === 'raw' ? rawType(example) : 'application/json') }
}

/** The content that is sent or received, by its type. */
export function contentOf(
  { parameters, example }: Answer,
  onLoss: () => void,
  type = answerType(example, parameters),
): object | undefined {
  if (parameters.length === 0 && example === '') return undefined
  const value = exampleValue(example)
  const rows = kept(parameters, onLoss, (name) => name.replaceAll(/\[(?:\d+|\*)?\]/g, ''))
  return {
    [type]: {
      ...(rows.length > 0 && { schema: jsonSchemaOf(rows, Array.isArray(value)) }),
      ...(value !== undefined && { example: value }),
    },
  }
}

function formSchema(rows: readonly Parameter[]): object {
  const required = rows.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(rows.map((row) => [row.name, fieldSchema(row)])),
    ...(required.length > 0 && { required }),
  }
}

const isFile = (type: string): boolean => /^(?:file|文件)/i.test(type.trim())

const fieldSchema = ({ type, value, remark }: Parameter): object => ({
  ...(isFile(type) ? { type: 'string', format: 'binary' } : valueSchema(type)),
  ...(remark.trim() !== '' && { description: remark.trim() }),
  ...(value !== '' && { examples: [safeExample(writtenValue(isFile(type) ? 'string' : type, value), value)] }),
})

const rawType = (example: string): string => (/^\s*</.test(example) ? 'application/xml' : 'text/plain')

const answerType = (example: string, rows: readonly Parameter[]): string =>
  /^\s*[[{]/.test(example) || (example.trim() === '' && rows.length > 0) ? 'application/json' : rawType(example)

/**
 * An example as a value if it is formatted JSON and nothing else, so that programs can use it; otherwise as text,
 * because a value would lose comments, or a field that is there twice. Undefined for none.
 */
function exampleValue(text: string): unknown {
  if (text === '') return undefined
  if (!/^\s*[[{]/.test(text)) return text
  try {
    const value = parsedWithOddNumbers(text)
    const isSame = jsonAsWritten(value).replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '')
    return isSame ? safeExample(value, text) : text
  } catch {
    return text
  }
}

/** Headers of a response. */
export const headersOf = (rows: readonly Parameter[], onLoss: () => void): object | undefined =>
  rows.length === 0
    ? undefined
    : Object.fromEntries(
        kept(rows, onLoss, (name) => name.toLowerCase()).map(({ name, type, value, remark }) => [
          name,
          {
            ...(remark.trim() !== '' && { description: remark.trim() }),
            schema: { type: kindOf(type) },
            ...(value !== '' && { example: safeExample(writtenValue(type, value), value) }),
          },
        ]),
      )
