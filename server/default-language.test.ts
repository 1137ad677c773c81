import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { DomainError } from '#core/errors.ts'
import type { Product } from '#core/perform.ts'
import { DefaultLanguage } from './default-language.ts'
import { createLogger, PinoLog } from './log.ts'

/** What is logged when the setting cannot be read for this reason. */
async function loggedOver(reason: Error): Promise<string> {
  let logged = ''
  const destination = new Writable({
    write(chunk: Buffer, _, done) {
      logged += chunk.toString()
      done()
    },
  })
  const database = {
    settings: {
      read: () => Promise.reject(reason),
    },
  }
  const services = { log: new PinoLog(createLogger('info', destination)) }
  const language = new DefaultLanguage({ database, services } as unknown as Product, undefined)
  await language.refresh()
  expect(language.known).toBe('zh-cn')
  return logged
}

it('keeps the last language, and leaves it to the database adapter to say that the database is away', async () => {
  expect(await loggedOver(new DomainError('databaseAway'))).toBe('')
  expect(await loggedOver(new Error('damaged'))).toContain('the default language could not be read')
})
