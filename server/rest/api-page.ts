import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Language } from '#core/language.ts'
import type { Application } from '../application.ts'
import type { Callers } from '../session.ts'
import { escaped } from '../escaped.ts'
import { sitePathOf } from '../site-path.ts'
import { documentedOperations, openApi, type DocumentedOperation, type JsonSchema } from './openapi.ts'
import { JSON_TYPE } from './router.ts'
import { summariesIn } from './summaries.ts'

const TEXTS = {
  en: {
    title: 'Octavo REST interface',
    intro:
      'Every call is a POST with a form-encoded or JSON body; calls marked GET may be made with GET as well. Letter case of addresses does not matter. Every reply is JSON with error_code (0 for success), error_message and data. Programs log in once and then send the user_token of the reply as a body field or as Authorization: Bearer.',
    document: 'OpenAPI 3.1 document',
    audience: { anyone: 'for everybody', user: 'needs a login', admin: 'for administrators' },
    parameter: 'parameter',
    reply: 'reply field',
    type: 'type',
    required: 'required',
    none: 'none',
    contents: 'Contents',
  },
  'zh-cn': {
    title: 'Octavo REST 接口',
    intro:
      '所有接口均以 POST 方式调用，请求体可为表单编码或 JSON；标有 GET 的接口也可用 GET 调用。地址不区分大小写。返回均为 JSON，包含 error_code（0 表示成功）、error_message 和 data。程序登录一次后，将返回的 user_token 放入请求体字段，或放入 Authorization: Bearer 请求头。',
    document: 'OpenAPI 3.1 文档',
    audience: { anyone: '无需登录', user: '需要登录', admin: '仅限管理员' },
    parameter: '参数',
    reply: '返回字段',
    type: '类型',
    required: '必填',
    none: '无',
    contents: '目录',
  },
} as const
type Texts = (typeof TEXTS)[Language]

/** `/api/openapi.json` for programs and `/api` for people. */
export function serveApiDocument(app: FastifyInstance, application: Application, callers: Callers): void {
  // Rendered on the first request: most servers never get one.
  const pages = new Map<Language, string>()
  let document: string | null = null
  app.get('/api/openapi.json', async (_, reply) =>
    reply.header('content-type', JSON_TYPE).send((document ??= JSON.stringify(openApi(application)))),
  )
  app.get('/api/reference.css', async (_, reply) =>
    reply
      .header('content-type', 'text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(await readFile(path.join(import.meta.dirname, 'api-page.css'), 'utf8')),
  )
  for (const address of ['/api', '/api/'])
    app.get(address, async (request, reply) => {
      const language = callers.languageOf(request)
      const page = pages.get(language) ?? apiPage(application, language, sitePathOf(application.config))
      pages.set(language, page)
      return reply.header('content-type', 'text/html; charset=utf-8').send(page)
    })
}

/** Documentation of all calls, as one document without script. */
export function apiPage(
  application: Pick<Application, 'operations' | 'plugins'>,
  language: Language,
  sitePath: string,
): string {
  const texts = TEXTS[language]
  const summaryOf = summariesIn(language, application)
  const groups = Map.groupBy(documentedOperations(application), ({ path: address }) => address.split('/', 1)[0] ?? '')
  const contents = [...groups.keys()].map((group) => `<li><a href="#${escaped(group)}">${escaped(group)}</a></li>`)
  const sections = [...groups].map(
    ([group, members]) =>
      `<section id="${escaped(group)}"><h2>${escaped(group)}</h2>${members.map((member) => callBlock(member, summaryOf(member), texts)).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title}</title>
<link rel="stylesheet" href="${sitePath}/api/reference.css">
</head>
<body>
<header><h1>${texts.title}</h1><p>${texts.intro}</p><p><a href="${sitePath}/api/openapi.json">${texts.document}</a></p></header>
<nav aria-label="${texts.contents}"><ul>${contents.join('')}</ul></nav>
<main>${sections.join('')}</main>
</body>
</html>`
}

function callBlock(
  { path: address, operation, input, output }: DocumentedOperation,
  summary: string,
  texts: Texts,
): string {
  const methods = operation.kind === 'query' ? ['GET', 'POST'] : ['POST']
  return `<details id="${escaped(address)}"><summary>${methods.map((method) => `<b>${method}</b>`).join(' ')}
<code>/api/${escaped(address)}</code> <span>${escaped(summary)}</span> <em>${texts.audience[operation.audience]}</em></summary>
${fieldTable(input, texts.parameter, texts, true)}${fieldTable(output, texts.reply, texts, false)}</details>`
}

function fieldTable(schema: JsonSchema, heading: string, texts: Texts, showsRequired: boolean): string {
  const rows = fieldRows(schema, '').map(
    ({ name, field, isRequired }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${escaped(typeOf(field))}</td>${showsRequired ? `<td>${isRequired ? '✓' : ''}</td>` : ''}</tr>`,
  )
  if (rows.length === 0) return `<p class="none">${heading}: ${texts.none}</p>`
  const requiredHead = showsRequired ? `<th scope="col">${texts.required}</th>` : ''
  return `<table><thead><tr><th scope="col">${heading}</th><th scope="col">${texts.type}</th>${requiredHead}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

interface FieldRow {
  readonly name: string
  readonly field: JsonSchema
  readonly isRequired: boolean
}
/** Fields of objects and of lists of objects, as paths. */
function fieldRows(schema: JsonSchema, prefix: string): readonly FieldRow[] {
  if (schema.items) return fieldRows(schema.items, `${prefix}[]`)
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`
    return [{ name, field, isRequired: schema.required?.includes(key) ?? false }, ...fieldRows(field, name)]
  })
}

function typeOf({ type, items, description, anyOf }: JsonSchema): string {
  const bare = items ? `${typeOf(items)}[]` : (namesOf(type) ?? anyOf?.map(typeOf).join(' | ') ?? '')
  return description ? `${bare}: ${description}` : bare
}

/** A type may be a union. */
const namesOf = (type: JsonSchema['type']): string | undefined =>
  type === undefined ? type : [type].flat().join(' | ')
