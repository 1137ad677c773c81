import fc from 'fast-check'
import { expect, it } from 'vitest'
import { callContent, saidOf } from './call-content.ts'
import { commentBlocks } from './comment-blocks.ts'
import { describedCalls, type DescribedCall } from './described-call.ts'

const LOGIN = `
/**
 * showdoc
 * @catalog 测试文档/用户相关
 * @title 用户登录
 * @description 用户登录的接口
 * @method post
 * @url https://example.org/login
 * @header token 可选 string 设备 token
 * @param username 必选 string 用户名 或邮箱
 * @param password 必选 string 密码
 * @return {"error_code":0,
 *   "id": 12345678901234567890}
 * @return_param groupid int 用户组 id
 * @remark 这里是备注信息
 * @number 7
 */
function login() {}
`
const only = (source: string): DescribedCall => {
  const [call] = describedCalls(source)
  if (!call) throw new Error('there is no call')
  return call
}
interface Row {
  readonly name: string
  readonly remark: string
}
const read = (content: string) =>
  JSON.parse(content) as {
    readonly info: Readonly<Record<string, string>>
    readonly request: {
      readonly query: readonly Row[]
      readonly headers: readonly Row[]
      readonly params: {
        readonly mode: string
        readonly json: string
        readonly jsonDesc: readonly Row[]
        readonly formdata: readonly Row[]
      }
    }
    readonly response: { readonly responseExample: string; readonly responseParamsDesc: readonly Row[] }
  }

it("reads the tags of a comment by ShowDoc's names", () => {
  expect(only(LOGIN)).toEqual({
    catalogPath: '测试文档/用户相关',
    title: '用户登录',
    order: 7,
    description: '用户登录的接口',
    method: 'post',
    url: 'https://example.org/login',
    remark: '这里是备注信息',
    headers: [{ name: 'token', require: '0', type: 'string', remark: '设备 token' }],
    parameters: [
      { name: 'username', require: '1', type: 'string', remark: '用户名 或邮箱' },
      { name: 'password', require: '1', type: 'string', remark: '密码' },
    ],
    json: '',
    answer: '{"error_code":0,\n  "id": 12345678901234567890}',
    answerRows: [{ name: 'groupid', require: '0', type: 'int', remark: '用户组 id' }],
  })
})

it('ignores comments without the mark', () => {
  const source =
    '/** @title Not asked for */ /** showdoc without a title */ /* showdoc @title Not doc */ /** octavo @title'

  expect(commentBlocks(source)).toEqual([])
  expect(() => describedCalls(source)).toThrow('codeWithoutComments')
})

it('puts parameters where the method sends them', () => {
  const callOf = (lines: string) =>
    read(callContent(only(`/** octavo\n@title x\n@param a 必选 int A\n${lines}\n*/`), null, {}))

  expect(callOf('@method get').request.query).toMatchObject([{ name: 'a', remark: 'A' }])
  expect(callOf('@method put').request.params).toMatchObject({ mode: 'formdata', formdata: [{ name: 'a' }] })
  expect(callOf('@method put\n@json_param {"a":1}').request.params).toMatchObject({
    ...{ mode: 'json', json: '{\n  "a": 1\n}', jsonDesc: [{ name: 'a' }] },
  })
})

it('leaves an example unchanged if parsing would change a number', () => {
  expect(read(callContent(only(LOGIN), null, {})).response.responseExample).toContain('12345678901234567890')
})

it('keeps descriptions written by people, and updates everything else', () => {
  const call = only(LOGIN)
  const first = callContent(call, null, {})
  const byPeople = first
    .replace('用户名 或邮箱', 'Name or mail')
    .replace('"remark":"这里是备注信息"', '"remark":"Ask Ada"')
  const later = only(LOGIN.replace('用户名 或邮箱', '用户名').replace('密码', '口令').replace('/login', '/sign-in'))

  const page = read(callContent(later, byPeople, saidOf(call)))

  expect(page.info).toMatchObject({
    url: 'https://example.org/sign-in',
    remark: 'Ask Ada',
    description: '用户登录的接口',
  })
  expect(page.request.params.formdata.map(({ remark }) => remark)).toEqual(['Name or mail', '口令'])
})

it('keeps everything that comments cannot express', () => {
  const call = only('/** octavo\n@title x */')
  const page = { ...JSON.parse(callContent(call, null, {})), extend: { note: 1 }, scripts: { pre: 'a()', post: '' } }
  const withTables = { ...page, request: { ...page.request, headers: [{ name: 'by-hand' }], cookies: [{ name: 'c' }] } }

  expect(JSON.parse(callContent(call, JSON.stringify(withTables), saidOf(call)))).toEqual(withTables)
})

it('does not change when the same comment is sent again, whatever it contains', () => {
  const words = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('__proto__', 'constructor', '"', '\\', '*', '@title'),
  )
  const source = fc.array(
    fc.tuple(fc.constantFrom('param', 'header', 'return_param', 'remark', 'return', 'json_param'), words),
  )
  fc.assert(
    fc.property(source, words, (tags, title) => {
      const lines = tags.map(([tag, text]) => ` * @${tag} ${text.replaceAll('*/', '')}`)
      const text = `/**\n * octavo\n * @title t${title.replaceAll('*/', '').replaceAll(/\s/g, '').slice(0, 50)}\n${lines.join('\n')}\n */`
      for (const call of describedCalls(text)) {
        const once = callContent(call, null, {})
        expect(callContent(call, once, saidOf(call))).toBe(once)
      }
    }),
  )
})

it('reads any text to its end', () => {
  const hostile = [
    '/**'.repeat(300_000),
    '/** octavo @title '.repeat(50_000),
    `/**${' '.repeat(500_000)}octavo @title x*/`,
  ]

  for (const source of hostile) expect(commentBlocks(source).length).toBeLessThan(2)
})
