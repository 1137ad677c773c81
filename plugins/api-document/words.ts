import type { Language } from '#core/plugin.ts'
import type { ApiStatus } from './api-document.ts'

/** The names of a document's parts, for readers and programs. */
export interface DocumentWords {
  readonly address: string
  readonly status: string
  readonly headers: string
  readonly cookies: string
  readonly query: string
  readonly pathVariables: string
  readonly body: string
  readonly bodyExample: string
  readonly response: string
  readonly responseHeaders: string
  readonly responseParameters: string
  readonly failure: string
  readonly failureParameters: string
  readonly samples: string
  readonly remark: string
  readonly column: {
    readonly name: string
    readonly required: string
    readonly type: string
    readonly value: string
    readonly remark: string
  }
  readonly yes: string
  readonly no: string
  /** Between the name of a fact and the fact. */
  readonly colon: string
  /** What is added to a name, with the space before it. */
  readonly aside: (text: string) => string
  /** Shown beside a parameter defined by the item. */
  readonly global: string
  /** Shown beside one that is not sent. */
  readonly off: string
  readonly statuses: Readonly<Record<ApiStatus, string>>
}

export const DOCUMENT_WORDS: Readonly<Record<Language, DocumentWords>> = {
  en: {
    address: 'Address',
    status: 'Status',
    headers: 'Headers',
    cookies: 'Cookies',
    query: 'Query parameters',
    pathVariables: 'Path parameters',
    body: 'Request body',
    bodyExample: 'Request example',
    response: 'Response example',
    responseHeaders: 'Response headers',
    responseParameters: 'Response fields',
    failure: 'Failure example',
    failureParameters: 'Failure fields',
    samples: 'Code samples',
    remark: 'Remarks',
    column: { name: 'Name', required: 'Required', type: 'Type', value: 'Example', remark: 'Description' },
    yes: 'Yes',
    no: 'No',
    colon: ': ',
    aside: (text) => ` (${text})`,
    global: 'whole item',
    off: 'not sent',
    statuses: { '1': 'In development', '2': 'In testing', '3': 'Done', '4': 'Needs change', '5': 'Deprecated' },
  },
  'zh-cn': {
    address: '请求地址',
    status: '接口状态',
    headers: '请求头',
    cookies: 'Cookie',
    query: 'Query 参数',
    pathVariables: '路径参数',
    body: '请求体',
    bodyExample: '请求示例',
    response: '成功响应示例',
    responseHeaders: '响应头',
    responseParameters: '成功响应字段',
    failure: '失败响应示例',
    failureParameters: '失败响应字段',
    samples: '代码示例',
    remark: '备注',
    column: { name: '名称', required: '必填', type: '类型', value: '示例值', remark: '说明' },
    yes: '是',
    no: '否',
    colon: '：',
    aside: (text) => `（${text}）`,
    global: '全局参数',
    off: '不发送',
    statuses: { '1': '开发中', '2': '测试中', '3': '已完成', '4': '需修改', '5': '已废弃' },
  },
}
