/** A parameter of a request, as in API documents. */
export interface ParameterRow {
  readonly name: string
  readonly require: '0' | '1'
  readonly type: string
  /** An example, or the default value. */
  readonly value: string
  readonly remark: string
}
/** The parts of an API document that a file can contain. */
export interface ApiFacts {
  readonly title: string
  readonly description?: string
  /** E.g. `GET`. */
  readonly method: string
  readonly url: string
  readonly remark?: string
  /** '1' in development, '2' in testing, '3' done, '4' to be changed, '5' deprecated; left out when unknown. */
  readonly status?: '1' | '2' | '3' | '4' | '5'
  readonly headers?: readonly ParameterRow[]
  readonly cookies?: readonly ParameterRow[]
  readonly query?: readonly ParameterRow[]
  readonly pathVariable?: readonly ParameterRow[]
  readonly body?: ApiBody
  readonly success?: ApiAnswer
  readonly failure?: ApiAnswer
  /** All possible responses, as text. */
  readonly answers?: string
  readonly scripts?: { readonly pre: string; readonly post: string }
}
export interface ApiBody {
  /** raw: any text other than JSON. */
  readonly mode: 'json' | 'formdata' | 'urlencoded' | 'raw'
  /** An example of the whole body. */
  readonly json?: string
  readonly rows: readonly ParameterRow[]
}
export interface ApiAnswer {
  readonly example: string
  readonly rows: readonly ParameterRow[]
  readonly headers?: readonly ParameterRow[]
}

/** The API document JSON of the specification (ENT-DOC), including the fields ShowDoc's clients expect. */
export function apiContent({ body, success, failure, scripts, ...api }: ApiFacts): string {
  const rowsOf = (mode: ApiBody['mode']): readonly ParameterRow[] => (body?.mode === mode ? body.rows : [])
  const { title, description = '', remark = '', url } = api
  const apiStatus = api.status ?? ''
  return JSON.stringify({
    info: { from: 'runapi', type: 'api', title, description, method: api.method.toLowerCase(), url, remark, apiStatus },
    request: {
      params: {
        mode: body?.mode ?? 'formdata',
        json: body?.json ?? '',
        jsonDesc: body?.mode === 'raw' ? body.rows : rowsOf('json'),
        urlencoded: rowsOf('urlencoded'),
        formdata: rowsOf('formdata'),
      },
      headers: api.headers ?? [],
      cookies: api.cookies ?? [],
      auth: { type: 'none' },
      query: api.query ?? [],
      pathVariable: api.pathVariable ?? [],
    },
    response: {
      responseText: '',
      responseOriginal: '',
      responseExample: success?.example ?? '',
      responseFailExample: failure?.example ?? '',
      responseParamsDesc: (success?.rows ?? []).map(answerRow),
      responseFailParamsDesc: (failure?.rows ?? []).map(answerRow),
      remark: api.answers ?? '',
      responseHeader: success?.headers ?? [],
    },
    scripts: scripts ?? { pre: '', post: '' },
    extend: {},
  })
}

const answerRow = ({ name, type, remark }: ParameterRow) => ({ name, type, remark })
