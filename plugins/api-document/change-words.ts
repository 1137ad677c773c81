import type { Language } from '#core/plugin.ts'
import type { ApiChange, ChangePlace } from './changes.ts'
import { DOCUMENT_WORDS } from './words.ts'

type RowChange = 'removed' | 'added' | 'addedRequired' | 'required' | 'optional' | 'type'
interface ChangeWords {
  readonly places: Readonly<Record<ChangePlace, string>>
  readonly rows: Readonly<Record<RowChange, string>>
  readonly calls: Readonly<Record<'method' | 'address' | 'bodyForm' | 'status' | 'texts', string>>
  readonly nothing: string
  readonly more: string
}

const WORDS: Readonly<Record<Language, ChangeWords>> = {
  en: {
    places: {
      header: 'Header',
      cookie: 'Cookie',
      query: 'Query parameter',
      path: 'Path parameter',
      body: 'Body field',
      responseHeader: 'Response header',
      response: 'Response field',
      failure: 'Failure field',
    },
    rows: {
      removed: '{{place}} {{name}} was removed.',
      added: '{{place}} {{name}} was added.',
      addedRequired: '{{place}} {{name}} was added and is required.',
      required: '{{place}} {{name}} is required now.',
      optional: '{{place}} {{name}} is optional now.',
      type: '{{place}} {{name}} has another type: {{from}} → {{to}}.',
    },
    calls: {
      method: 'The method changed: {{from}} → {{to}}.',
      address: 'The address changed: {{from}} → {{to}}.',
      bodyForm: 'The request body is sent in another form: {{from}} → {{to}}.',
      status: 'The status changed: {{from}} → {{to}}.',
      texts: 'Descriptions or examples changed.',
    },
    nothing: 'none',
    more: 'And {{count}} more.',
  },
  'zh-cn': {
    places: {
      header: '请求头',
      cookie: 'Cookie',
      query: 'Query 参数',
      path: '路径参数',
      body: '请求体字段',
      responseHeader: '响应头',
      response: '成功响应字段',
      failure: '失败响应字段',
    },
    rows: {
      removed: '{{place}} {{name}} 已删除。',
      added: '{{place}} {{name}} 为新增项。',
      addedRequired: '{{place}} {{name}} 为新增的必填项。',
      required: '{{place}} {{name}} 变为必填。',
      optional: '{{place}} {{name}} 变为选填。',
      type: '{{place}} {{name}} 的类型已改变：{{from}} → {{to}}。',
    },
    calls: {
      method: '请求方法已改变：{{from}} → {{to}}。',
      address: '请求地址已改变：{{from}} → {{to}}。',
      bodyForm: '请求体格式已改变：{{from}} → {{to}}。',
      status: '接口状态已改变：{{from}} → {{to}}。',
      texts: '说明或示例已改变。',
    },
    nothing: '无',
    more: '另有 {{count}} 处。',
  },
}

/** A change in words. */
export function changeText({ what, place, name, from, to }: ApiChange, language: Language): string {
  const words = WORDS[language]
  const statuses: Readonly<Record<string, string>> = DOCUMENT_WORDS[language].statuses
  const shown = (text: string): string =>
    text === '' ? words.nothing : what === 'status' ? (statuses[text] ?? text) : text
  const pattern = isRowChange(what) ? words.rows[what] : words.calls[what]
  const values = { place: place === null ? '' : words.places[place], name, from: shown(from), to: shown(to) }
  return pattern.replaceAll(/\{\{(place|name|from|to)\}\}/g, (_, key: keyof typeof values) => values[key])
}

const isRowChange = (what: ApiChange['what']): what is RowChange => what in WORDS.en.rows

/** Placeholders for changes that are not shown individually. */
export const moreChanges = (count: number, language: Language): string =>
  WORDS[language].more.replace('{{count}}', String(count))
