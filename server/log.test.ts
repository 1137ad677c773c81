import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLogger, PinoLog } from './log.ts'

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
