/** A number of a JSON text as written: `1.10` and `12345678901234567890` would change as JavaScript numbers. */
export class WrittenNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const NUMBERS = /"(?:\\.|[^"\\])*"|-?\d[\d.eE+-]*/g

/** The value of a JSON text, its numbers as written. @throws SyntaxError when the text is not JSON */
export function parsedAsWritten(json: string): unknown {
  JSON.parse(json)
  const numbers: string[] = []
  const marked = json.replaceAll(NUMBERS, (token) =>
    token.startsWith('"') ? token : `{"number":${numbers.push(token) - 1}}`,
  )
  // The only plain numbers left are list indexes: those of the text are marked, and read first.
  return JSON.parse(marked, (_, value: unknown) =>
    isJsonObject(value) && typeof value['number'] === 'number'
      ? new WrittenNumber(numbers[value['number']] ?? '')
      : value,
  )
}

/** The JSON of such a value, without blanks. */
export function jsonAsWritten(value: unknown): string {
  if (value instanceof WrittenNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(jsonAsWritten).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}:${jsonAsWritten(inner)}`)
    .join(',')}}`
}

/** Whether it is an object of JSON, neither a list nor a number as written. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber)
