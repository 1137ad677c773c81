import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describedAnswer, templateOfFields } from './document-template.ts'
import { drawOf } from './draw.ts'
import { exactJson } from './exact-json.ts'
import { templateOf } from './template.ts'

it('reads the answer of an API document as its readers see it, and of nothing else', () => {
  const response = { responseExample: '{"a": 1}', responseParamsDesc: [{ name: 'a', type: 'int', remark: 'x' }, 7, {}] }

  expect(describedAnswer(JSON.stringify({ info: {}, response }))).toEqual({
    example: '{"a": 1}',
    fields: [
      { name: 'a', type: 'int' },
      { name: '7', type: '' },
    ],
  })
  const inParts = {
    responseExample: { a: 1 },
    responseParamsDesc: [{ name: 'a', children: [{ key: 'b', type: 'int' }] }],
  }
  expect(describedAnswer(JSON.stringify({ info: {}, response: inParts }))?.fields.map(({ name }) => name)).toEqual([
    'a',
    'a.b',
  ])
  for (const other of ['# Text', '{"response": 1}', '[]', '{"response": {"responseExample": "not JSON"}}'])
    expect(describedAnswer(other)?.example ?? null).toBeNull()
})

it('makes values by names and types, and three of what lies in a list', async () => {
  const described = [
    ['error_code', 'int'],
    ['data', 'object'],
    ['data.list', 'array'],
    ['data.list[].id', 'int'],
    ['data.list[].name', 'string'],
    ['data.list[].tags', 'string[]'],
    ['data.paid_at', 'string'],
  ] as const
  const template = templateOfFields(described.map(([name, type]) => ({ name, type })))

  expect(JSON.parse(template)).toEqual({
    error_code: 0,
    data: {
      'list|3': [{ id: '@increment', name: '@cname', 'tags|3': ['@ctitle(3, 7)'] }],
      paid_at: '@datetime',
    },
  })
  const made = templateOf(exactJson(template)).answer(await drawOf('seed', 'zh-cn', new Date(0)))
  expect(JSON.parse(made)).toMatchObject({ error_code: 0, data: { list: [{ id: 1 }, { id: 2 }, { id: 3 }] } })
})

it('makes a template that gives an answer of whatever rows there are', async () => {
  const draw = await drawOf('seed', 'zh-cn', new Date(0))
  const names = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[a-z.[\]]{0,40}$/),
    fc.constantFrom('__proto__', 'a.__proto__.b', '...', '[]'),
  )
  fc.assert(
    fc.property(
      fc.array(fc.record({ name: names, type: fc.oneof(fc.string(), fc.constantFrom('int', 'array', 'object')) })),
      (fields) => {
        const template = exactJson(templateOfFields(fields))
        expect(() => JSON.parse(templateOf(template).answer(draw))).not.toThrow()
      },
    ),
  )
})
