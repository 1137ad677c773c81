import { execFileSync } from 'node:child_process'
import { Script } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readApiDocument } from './api-document.ts'
import { codeSamples } from './code-samples.ts'
import { markdownOfDocument } from './markdown.ts'

const samplesOf = (content: object): Readonly<Record<string, string>> =>
  Object.fromEntries(codeSamples(readApiDocument(JSON.stringify(content))).map(({ id, code }) => [id, code]))

const CALL = {
  info: { url: 'https://api.example.test/v2/orders/{id}/:part?lang=zh', method: 'post' },
  request: {
    headers: [
      { name: 'Authorization', value: 'Bearer {{token}}' },
      { name: 'X-Off', value: '1', disable: '1' },
    ],
    query: [{ name: 'lang', value: 'en' }, { name: 'q', value: 'a b&{{word}}' }, { name: 'optional' }],
    pathVariable: [{ name: 'id', value: '7/8' }],
    params: { mode: 'json', json: '{"city":"it\'s"}' },
  },
}

describe('the samples of a call', () => {
  it('have its address with the examples for query and path, and keep variables', () => {
    for (const code of Object.values(samplesOf(CALL)))
      expect(code).toContain('https://api.example.test/v2/orders/7%2F8/:part?lang=zh&q=a%20b%26{{word}}')
  })

  it('are created from hostile texts in linear time, and so is the markdown', () => {
    const blanks = ' '.repeat(100_000)
    for (const value of ['{{'.repeat(20_000), '{{a'.repeat(20_000), `a${blanks}b`, `a${blanks}\n${blanks}b`]) {
      const query = [{ name: 'q', value, remark: value }]
      const document = readApiDocument(JSON.stringify({ ...CALL, request: { query } }))

      expect(codeSamples(document)).toHaveLength(6)
      expect(markdownOfDocument(document, 'en')).toContain('q')
    }
  })

  it('include its headers except disabled ones', () => {
    for (const code of Object.values(samplesOf(CALL))) {
      expect(code).toContain('Bearer {{token}}')
      expect(code).toContain('application/json')
      expect(code).not.toContain('X-Off')
    }
  })

  it('have no body with GET, and do not exist without an address', () => {
    const got = samplesOf({ ...CALL, info: { ...CALL.info, method: 'get' } })
    for (const code of Object.values(got)) expect(code).not.toContain('city')
    expect(samplesOf({ info: { method: 'get' } })).toEqual({})
  })

  it('send forms with files', () => {
    const params = {
      mode: 'formdata',
      formdata: [
        { name: 'picture', type: 'file', value: 'a.png' },
        { name: 'title', value: 'A' },
      ],
    }
    const { curl, fetch, python, java, php } = samplesOf({ info: { url: '/up', method: 'post' }, request: { params } })
    expect(curl).toContain("-F 'picture=@a.png' \\\n  --form-string 'title=A'")
    expect(fetch).toContain('form.append("picture", file)')
    expect(python).toContain('"picture": open("a.png", "rb")')
    expect(java).toContain('multipart/form-data; boundary=')
    expect(php).toContain("new CURLFile('a.png')")
  })
})

it('mean the same in the shell as in the document, whatever the document contains', () => {
  const texts = fc.string({ unit: fc.constantFrom("'", '"', '$', '`', '\\', '!', ' ', '\n', 'a', '中') })
  fc.assert(
    fc.property(texts, (body) => {
      fc.pre(body !== '')
      const { curl = '' } = samplesOf({
        info: { url: '/a', method: 'post' },
        request: { params: { mode: 'raw', raw: body } },
      })
      const said = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${curl}`], { encoding: 'utf8' })
      expect(said.split('\0').slice(0, -1)).toEqual(['-X', 'POST', '/a', '--data-raw', body])
    }),
    { numRuns: 20 },
  )
})

it('are valid JavaScript, whatever the document contains', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.json(), (name, value, json) => {
      const { fetch = '' } = samplesOf({
        info: { url: `/a${value}`, method: name },
        request: { headers: [{ name: `n${name}`, value }], params: { mode: 'json', json } },
      })
      expect(
        () =>
          new Script(`async () => {${fetch}
}`),
      ).not.toThrow()
    }),
  )
})
