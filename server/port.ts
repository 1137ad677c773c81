import { createServer } from 'node:net'
import { ConfigError, type Config } from './config.ts'

/**
 * Checked before anything is opened, so that a start fails fast when its port is in use.
 * @throws ConfigError when the server could not listen there
 */
export async function assertPortFree({ PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const server = createServer()
  server.once('error', reject).listen({ port: PORT, host: HOST }, resolve)
  try {
    await promise
  } catch (error) {
    throw explained(error, { PORT, HOST })
  }
  await new Promise((closed) => server.close(closed))
}

function explained(error: unknown, { PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>): unknown {
  const { code } = error as NodeJS.ErrnoException
  const line =
    code === 'EADDRINUSE'
      ? `PORT=${PORT}: another program listens there already.`
      : code === 'EACCES'
        ? `PORT=${PORT}: this user may not listen below 1024; choose a higher port and put a proxy in front.`
        : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'
          ? `HOST=${HOST}: is no address of this machine; 0.0.0.0 means all of them.`
          : null
  return line === null ? error : new ConfigError([line], { cause: error })
}
