const LONGEST = 300

/**
 * The error of a library or a remote service in one line for operators: its code, if any, and its message. E-mail
 * addresses, which mail servers repeat, are removed.
 */
export function reasonIn(error: unknown): string {
  // Node tries each address of a name and reports all failures together, without a message of its own.
  const said: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(said instanceof Error)) return shortReason(String(said))
  const { code, message, name } = said as Error & { readonly code?: unknown }
  const known = typeof code === 'string' ? code : name === 'Error' ? '' : name
  return shortReason(
    message.includes(known) || known === '' ? message : message === '' ? known : `${known}: ${message}`,
  )
}

/** One line of a foreign message, without e-mail addresses. */
export const shortReason = (text: string): string =>
  (text.split('\n', 1)[0] ?? '').replaceAll(/[^\s<>]+@[^\s<>]+/g, '…').slice(0, LONGEST)
