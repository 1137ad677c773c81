import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { coreOperations } from '#core/operations.ts'
import type { OperationTable } from '#core/operation.ts'
import { itemKeyOperations } from '#plugins/open-api/operations.ts'
import { createLogger, PinoLog } from './log.ts'
import { plainLines } from './plain-lines.ts'
import { notesOf, wireName } from './rest/wire.ts'

function recorded(write: (log: PinoLog) => void): string {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  write(new PinoLog(createLogger('debug', destination)))
  return lines.join('')
}

it('never writes a secret, wherever it stands', () => {
  const text = recorded((log) => {
    log.info('a', { password: 's3cret', body: { user_token: 's3cret', fields: { v_code: 's3cret' } } })
    log.warn('b', { headers: { cookie: 's3cret', authorization: 's3cret', 'set-cookie': 's3cret' } })
    log.error('c', Object.assign(new Error('broken'), { parameters: ['s3cret'] }), { page_content: 's3cret' })
  })

  expect(text.split('\n').filter(Boolean)).toHaveLength(3)
  expect(text).not.toContain('s3cret')
})

/** What the fields noted as secret are called, inside and on REST. */
function secretFields(...tables: readonly OperationTable[]): readonly string[] {
  const schemas = tables
    .flatMap((table) => Object.values(table))
    .flatMap((group) => Object.values(group))
    .flatMap(({ input, output }) => [input as z.ZodType, output as z.ZodType])
  const fields = schemas.flatMap((schema) => Object.entries(shapeOf(schema)))
  const secret = fields.filter(([, field]) => notesOf(field).secret)
  return [...new Set(secret.flatMap(([name, field]) => [name, wireName(name, field)]))]
}
const shapeOf = (schema: z.ZodType): Readonly<Record<string, z.ZodType>> =>
  (schema.def as { readonly shape?: Readonly<Record<string, z.ZodType>> }).shape ?? {}

it('writes no field that an operation says is secret, by either of its names', () => {
  const fields = secretFields(coreOperations, itemKeyOperations)
  expect(fields).toEqual(expect.arrayContaining(['captcha', 'v_code', 'password', 'user_token', 'apiToken']))

  for (const field of fields) {
    const text = recorded((log) => log.info('a', { [field]: 's3cret', body: { [field]: 's3cret' } }))
    expect(text, field).not.toContain('s3cret')
  }
})

it('writes nothing that a login elsewhere is done with', () => {
  const fields = ['client_secret', 'clientSecret', 'code_verifier', 'codeVerifier', 'access_token', 'refresh_token', 'id_token', 'bindPassword', 'credentials'] // prettier-ignore

  for (const field of fields) {
    const error = Object.assign(new Error('broken'), { config: { data: { [field]: 's3cret' } } })
    expect(
      recorded((log) => log.error('a', error)),
      field,
    ).not.toContain('s3cret')
  }
})

it('writes one JSON line per event, with the error and its cause', () => {
  const line = JSON.parse(
    recorded((log) => {
      log.error('cannot save', new Error('outer', { cause: new Error('inner') }), { pageId: 7 })
    }),
  ) as Record<string, unknown>

  expect(line).toMatchObject({ level: 'error', msg: 'cannot save', pageId: 7 })
  expect(JSON.stringify(line)).toContain('inner')
})

it('keeps line breaks of strangers inside the line', () => {
  const text = recorded((log) => {
    log.info('a request', { path: '/api/x\r\n{"level":"error"}' })
  })

  expect(text.trim().split('\n')).toHaveLength(1)
})

it('is plain on a terminal, with what happened first and no word of a secret', () => {
  const lines: string[] = []
  const log = new PinoLog(
    createLogger(
      'info',
      plainLines((text) => lines.push(text)),
    ),
  )

  log.info('Octavo is ready at http://127.0.0.1:4000')
  log.warn('a file waits', { count: 3, password: 'geheim' })
  log.error('cannot go on', new Error('no way'))

  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d {2}Octavo is ready at http:\/\/127.0.0.1:4000\n$/)
  expect(lines[1]).toMatch(/^\S+ {2}warning: a file waits {"count":3,"password":"\[secret\]"}\n$/)
  expect(lines[2]).toMatch(/^\S+ {2}error: cannot go on\nError: no way\n {4}at /)
})
