import type { DestinationStream } from 'pino'

const LEVELS: Readonly<Record<string, string>> = { info: '', warn: 'warning: ', error: 'error: ' }

interface Line {
  readonly level: string
  readonly time: string
  readonly msg?: string
  readonly error?: unknown
}

/** Formats log lines for a person at a terminal. Log collectors get the JSON. */
export const plainLines = (write: (text: string) => unknown): DestinationStream => ({
  write: (json) => void write(`${plain(json)}\n`),
})

function plain(json: string): string {
  try {
    const { level, time, msg = '', error, ...facts } = JSON.parse(json) as Line
    const clock = new Date(time).toTimeString().slice(0, 8)
    const word = LEVELS[level] ?? `${level}: `
    const more = Object.keys(facts).length > 0 ? ` ${JSON.stringify(facts)}` : ''
    return `${clock}  ${word}${msg}${more}${storyOf(error)}`
  } catch {
    return json.trimEnd()
  }
}

function storyOf(error: unknown): string {
  if (error === undefined) return ''
  const { stack } = Object(error) as { readonly stack?: unknown }
  return `\n${typeof stack === 'string' ? stack : JSON.stringify(error)}`
}
