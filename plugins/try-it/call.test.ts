import { describe, expect, it } from 'vitest'
import { readApiDocument } from '#plugins/api-document/api.ts'
import { draftOf, NO_AUTH, readyCall, type DraftCall } from './call.ts'

const draft = (facts: Partial<DraftCall> = {}): DraftCall => ({
  ...{ method: 'post', url: 'https://api.example.org/pets', path: [], query: [], headers: [] },
  ...{ mode: 'none', form: [], text: '', auth: NO_AUTH },
  ...facts,
})
const on = (name: string, value: string) => ({ name, value, isOn: true })
const VALUES = new Map([
  ['base', 'https://test.example.org:8443/v1'],
  ['token', 'sec ret'],
])
const callOf = (facts: Partial<DraftCall>) => {
  const ready = readyCall(draft(facts), VALUES)
  if ('problem' in ready) throw new Error(ready.problem)
  return ready
}

describe('a call that is about to be made', () => {
  it('[EDIT-21] begins with the examples of its document, and with what has to be sent', () => {
    const content = JSON.stringify({
      info: { url: '/pets/{id}', method: 'put' },
      request: {
        pathVariable: [{ name: 'id', value: '7', require: '1' }],
        query: [
          { name: 'a', value: '1' },
          { name: 'b' },
          { name: 'c', require: '1' },
          { name: 'd', value: '2', disable: '1' },
        ],
        params: { mode: 'json', json: '{"name":"Rex"}' },
      },
    })

    expect(draftOf(readApiDocument(content))).toMatchObject({
      ...{ method: 'PUT', url: '/pets/{id}', path: [on('id', '7')], mode: 'json', text: '{"name":"Rex"}' },
      query: [on('a', '1'), { name: 'b', isOn: false }, on('c', ''), { name: 'd', isOn: false }],
    })
  })

  it('has variables, parameters and proofs in their places', () => {
    const { call, host, usesVariables } = callOf({
      url: '{{base}}/pets/{id}/:part?kind=new',
      path: [on('id', 'a/b'), on('part', '{{token}}')],
      query: [on('q', '{{token}}'), { name: 'no', value: 'x', isOn: false }],
      headers: [on('X-A', '1'), on('x-a', '2')],
      mode: 'json',
      text: '{"t":"{{token}}"}',
      auth: { ...NO_AUTH, type: 'basic', name: 'me', secret: '密码' },
    })

    expect([host, usesVariables]).toEqual(['test.example.org:8443', true])
    expect(call).toEqual({
      method: 'POST',
      url: 'https://test.example.org:8443/v1/pets/a%2Fb/sec%20ret?kind=new&q=sec+ret',
      headers: [
        ['x-a', '2'],
        ['Authorization', `Basic ${Buffer.from('me:密码').toString('base64')}`],
        ['Content-Type', 'application/json'],
      ],
      body: '{"t":"sec ret"}',
    })
  })

  it.each([
    [
      'a form',
      { mode: 'urlencoded', form: [on('a b', '1&2')] },
      'a+b=1%262',
      [['Content-Type', 'application/x-www-form-urlencoded']],
    ],
    [
      'a form in parts',
      { mode: 'formdata', form: [on('a', '1')], headers: [on('content-type', 'x')] },
      [['a', '1']],
      [],
    ],
    ['nothing with a look', { method: 'get', mode: 'json', text: '{}' }, null, []],
    ['a token', { auth: { ...NO_AUTH, type: 'bearer', secret: 't' } }, null, [['Authorization', 'Bearer t']]],
    ['a key', { auth: { ...NO_AUTH, type: 'apiKey', name: 'X-Key', secret: 'k' } }, null, [['X-Key', 'k']]],
  ] as const)('sends %s', (_, facts, body, headers) => {
    expect(callOf(facts as Partial<DraftCall>).call).toMatchObject({ body, headers })
  })

  it('names the host with its scheme where the way there is open to others', () => {
    expect(callOf({ url: 'http://api.example.org/x' }).host).toBe('http://api.example.org')
    expect(callOf({ url: 'https://API.example.org:443/x' }).host).toBe('api.example.org')
  })

  it('knows whether values of the environment go along, also where they are the address alone', () => {
    expect(callOf({ url: '{{base}}' }).usesVariables).toBe(true)
    expect(callOf({}).usesVariables).toBe(false)
    expect(callOf({ headers: [{ ...on('a', '{{token}}'), isOn: false }] }).usesVariables).toBe(false)
  })

  it.each([
    [{ url: '/pets' }, { problem: 'address' }],
    [{ url: 'javascript:alert(1)' }, { problem: 'address' }],
    [{ url: 'data:text/html,x' }, { problem: 'address' }],
    [{ url: 'file:///etc/passwd' }, { problem: 'address' }],
    [{ url: 'https://me:secret@example.org/' }, { problem: 'address' }],
    [{ url: 'https://' }, { problem: 'address' }],
    [{ method: 'GET /x HTTP/1.1' }, { problem: 'method' }],
    [{ method: '' }, { problem: 'method' }],
    [
      { text: '{{nope}} {{token}} {{other}}', mode: 'raw' },
      { problem: 'variables', names: ['nope', 'other'] },
    ],
  ] as const)('is not made of %j', (facts, problem) => {
    expect(readyCall(draft(facts), VALUES)).toEqual(problem)
  })

  it('is made ready of hostile texts in a time that grows with their length alone', () => {
    const blanks = ' '.repeat(100_000)
    const braces = (text: string): string => text.repeat(50_000)

    for (const text of [`{{${blanks}`, `{{${blanks}x`, braces('{{ '), braces('{{a'), braces('}}{{'), `{{ ${blanks}}}`])
      expect(callOf({ text, mode: 'raw' }).call.body).toBe(text)
    expect(readyCall(draft({ url: `https://a/${braces('{')}${braces('/:')}`, text: '{{}}' }), VALUES)).toHaveProperty(
      'call',
    )
    expect(callOf({ text: `{{${blanks}token${blanks}}}`, mode: 'raw' }).call.body).toBe('sec ret')
  })
})
