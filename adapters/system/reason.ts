const LONGEST = 300

/**
 * What a library says of a failure elsewhere, in one line for operators: a code where there is one, and its words. Addresses
 * of people, which mail servers repeat, are left out.
 */
export function reasonIn(error: unknown): string {
  // Node tries each address of a name and gives all failures together, without words of its own.
  const said: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(said instanceof Error)) return shortReason(String(said))
  const { code, message, name } = said as Error & { readonly code?: unknown }
  const known = typeof code === 'string' ? code : name === 'Error' ? '' : name
  return shortReason(
    message.includes(known) || known === '' ? message : message === '' ? known : `${known}: ${message}`,
  )
}

/** One line of what others said, without addresses of people. */
export const shortReason = (text: string): string =>
  (text.split('\n', 1)[0] ?? '').replaceAll(/[^\s<>]+@[^\s<>]+/g, '…').slice(0, LONGEST)
