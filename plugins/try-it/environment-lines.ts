import type { Environment } from './environment.ts'

type Variables = Environment['variables']

/** Variables as text, one per line. */
export const linesOf = (variables: Variables): string =>
  variables.map(({ name, value }) => `${name}=${value}`).join('\n')

/** Lines without a name or a separator are ignored; for duplicate names the last line counts. */
export function variablesIn(lines: string): Variables {
  const known = new Map<string, string>()
  for (const line of lines.split('\n')) {
    const [name = '', value] = line.split(/=(.*)/s)
    if (name.trim() !== '' && value !== undefined) known.set(name.trim(), value.trim())
  }
  return [...known].map(([name, value]) => ({ name, value }))
}

/** Hosts as text, one per line. */
export const hostsIn = (lines: string): readonly string[] => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim().toLowerCase())
      .filter((line) => line !== ''),
  ),
]
