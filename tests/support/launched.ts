import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import path from 'node:path'
import { compiledFor, SHORT_LIVED } from './short-lived.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

export interface Launched {
  readonly child: ChildProcessWithoutNullStreams
  /** Its address, once it is listening. */
  readonly url: Promise<string>
  readonly ended: Promise<{ readonly code: number | null; readonly text: string }>
}

/** Starts the server, or another program of the product, like an operator, see {@link SHORT_LIVED}. */
export function launched(
  environment: Record<string, string>,
  entry = 'server/main.ts',
  ...given: readonly string[]
): Launched {
  const child = spawn(process.execPath, [...SHORT_LIVED, entry, ...given], {
    cwd: ROOT,
    env: { ...process.env, ...compiledFor(entry), PORT: '0', CAPTCHA: 'off', ...environment },
  })
  const { promise: url, resolve: isReadyAt } = Promise.withResolvers<string>()
  let text = ''
  const hear = (chunk: Buffer): void => {
    text += chunk.toString()
    const [, address] = /is ready at (http[^"]+)/.exec(text) ?? []
    if (address) isReadyAt(address)
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', hear)
  const ended = new Promise<{ readonly code: number | null; readonly text: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, text })),
  )
  return { child, url, ended }
}

/** The same, resolving when it ends. */
export const ended = (environment: Record<string, string>, ...entry: readonly string[]) =>
  launched(environment, ...entry).ended
