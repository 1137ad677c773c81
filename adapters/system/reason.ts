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

/** One line of a foreign message, without e-mail addresses, and with what an operator can do about a certificate. */
export const shortReason = (text: string): string =>
  (text.split('\n', 1)[0] ?? '')
    .replaceAll(/[^\s<>]+@[^\s<>]+/g, '…')
    .replace(ADVICE_OF_NODE, '; NODE_EXTRA_CA_CERTS names a file with the certificate of its authority')
    .slice(0, LONGEST)

/** About an option that a service has no command line for. */
const ADVICE_OF_NODE = /; if the root CA is installed locally, try running Node\.js with --use-system-ca/
