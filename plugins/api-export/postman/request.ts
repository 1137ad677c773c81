import {
  exampleOf,
  type Answer,
  type ApiDocument,
  type Parameter,
  type RequestBody,
} from '#plugins/api-document/api.ts'
import type { Language } from '#core/plugin.ts'
import { addressParts, PATH_VARIABLE } from '../address.ts'
import type { ApiPage } from '../api-pages.ts'
import { statusLines } from '../status-lines.ts'

const WORDS = { en: { success: 'Success', failure: 'Failure' }, 'zh-cn': { success: '成功', failure: '失败' } } as const

/** A page as an entry of a collection. Optional parameters are included, but disabled. */
export function requestOf({ title, document, scripts }: ApiPage, language: Language): object {
  const answers = statusLines(document.responseRemark)
  const remarks = [document.description, document.remark, answers.size === 0 ? document.responseRemark : '']
  const description = remarks.map((text) => text.trim()).filter((text) => text !== '')
  const events = [eventOf('prerequest', scripts.before), eventOf('test', scripts.after)].flat()
  return {
    name: title,
    ...(events.length > 0 && { event: events }),
    request: {
      method: document.method === '' ? 'GET' : document.method,
      header: [...document.headers.filter(isNamed).map(pairOf), ...cookieHeader(document.cookies)],
      ...(document.body.mode !== 'none' && { body: bodyOf(document.body) }),
      url: urlOf(document),
      ...(description.length > 0 && { description: description.join('\n\n') }),
    },
    response: responsesOf(document, answers, language),
  }
}

const isNamed = ({ name }: Parameter): boolean => name !== ''

const pairOf = ({ name, value, remark, isRequired, isOff }: Parameter): object => ({
  ...{ key: name, value },
  ...(remark !== '' && { description: remark }),
  ...((isOff || !isRequired) && { disabled: true }),
})

function cookieHeader(cookies: readonly Parameter[]): readonly object[] {
  const sent = cookies.filter(({ name, isOff }) => name !== '' && !isOff)
  if (sent.length === 0) return []
  const isOptional = sent.every(({ isRequired }) => !isRequired)
  const value = sent.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ')
  return [{ key: 'Cookie', value, ...(isOptional && { disabled: true }) }]
}

function eventOf(listen: string, script: string): readonly object[] {
  return script === '' ? [] : [{ listen, script: { type: 'text/javascript', exec: script.split('\n') } }]
}

/** An address split into the parts from which Postman builds it again. */
function urlOf({ url, query, pathVariables }: ApiDocument): object {
  const { origin, path: written, query: said } = addressParts(url)
  const path = written.replaceAll(PATH_VARIABLE, (_, double?: string, single?: string, colon?: string) =>
    double === undefined ? `:${single ?? colon ?? ''}` : `{{${double}}}`,
  )
  const known = new Set(query.map(({ name }) => name))
  const pairs: readonly object[] = [
    ...said.filter(([name]) => !known.has(name)).map(([key, value]) => ({ key, value })),
    ...query.filter(isNamed).map(pairOf),
  ]
  const sent = [
    ...said.filter(([name]) => !known.has(name)),
    ...query.filter(({ name, isRequired, isOff }) => name !== '' && isRequired && !isOff).map(pairIn),
  ].map(([name, value]) => `${name}=${value}`)
  const [, protocol = '', host = '', port = ''] =
    /^(?:([a-z][a-z\d+.-]*):)?(?:\/\/)?(.*?)(?::(\d+))?$/i.exec(origin) ?? []
  return {
    raw: `${origin}${path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
    ...(protocol !== '' && { protocol }),
    ...(host !== '' && { host: host.includes('{{') ? [host] : host.split('.') }),
    ...(port !== '' && { port }),
    ...(path !== '' && { path: path.slice(1).split('/') }),
    ...(pairs.length > 0 && { query: pairs }),
    ...(pathVariables.some(isNamed) && {
      variable: pathVariables
        .filter(isNamed)
        .map(({ name, value, remark }) => ({ key: name, value, ...(remark !== '' && { description: remark }) })),
    }),
  }
}

const pairIn = ({ name, value }: Parameter): readonly [string, string] => [name, value]

function bodyOf({ mode, parameters, example }: RequestBody): object {
  if (mode === 'urlencoded') return { mode, urlencoded: parameters.filter(isNamed).map(pairOf) }
  if (mode === 'formdata') return { mode, formdata: parameters.filter(isNamed).map(fieldOf) }
  const raw = example === '' ? exampleOf(parameters) : example
  const language = mode === 'json' ? 'json' : /^\s*</.test(raw) ? 'xml' : 'text'
  return { mode: 'raw', raw, options: { raw: { language } } }
}

function fieldOf(row: Parameter): object {
  const { value, ...pair } = pairOf(row) as { readonly value: string }
  return /^(?:file|文件)/i.test(row.type.trim()) ? { ...pair, type: 'file', src: [] } : { ...pair, value, type: 'text' }
}

function responsesOf(
  { response, failure, responseHeaders }: ApiDocument,
  said: ReadonlyMap<string, string>,
  language: Language,
): readonly object[] {
  const numbered = [...said]
    .filter(([status]) => /^\d+$/.test(status))
    .map(([status, name]) => [Number(status), name] as const)
  const known = new Map(numbered)
  const codes = [...known.keys()]
  const success = codes.find((code) => code < 400) ?? 200
  const failed = codes.find((code) => code >= 400) ?? 400
  const words = WORDS[language]
  if (isSaid(response) || responseHeaders.length > 0) known.set(success, known.get(success) ?? words.success)
  if (isSaid(failure)) known.set(failed, known.get(failed) ?? words.failure)
  return [...known].map(([code, name]) => ({
    name,
    code,
    header: code === success ? responseHeaders.filter(isNamed).map(({ name: key, value }) => ({ key, value })) : [],
    cookie: [],
    body: code === success ? response.example : code === failed ? failure.example : '',
  }))
}

const isSaid = ({ example, parameters }: Answer): boolean => example !== '' || parameters.length > 0
