import { sendsBody, type ApiDocument } from './api-document.ts'
import type { Parameter } from './parameters.ts'

/** A program that makes the call of a document. */
export interface CodeSample {
  readonly id: string
  readonly title: string
  /** The language for syntax highlighting. */
  readonly language: string
  readonly code: string
}

type Pair = readonly [name: string, value: string]
interface FormField {
  readonly name: string
  readonly value: string
  readonly isFile: boolean
}
interface Call {
  readonly method: string
  readonly url: string
  readonly headers: readonly Pair[]
  /** Null when there is no body. */
  readonly text: string | null
  /** Of a form with files; null otherwise. */
  readonly form: readonly FormField[] | null
}

/** The call of a document in the common languages, with its examples; none without an address. */
export function codeSamples(document: ApiDocument): readonly CodeSample[] {
  if (document.url === '') return []
  const call = callOf(document)
  return [
    { id: 'curl', title: 'curl', language: 'bash', code: curl(call) },
    { id: 'fetch', title: 'JavaScript', language: 'javascript', code: fetchCall(call) },
    { id: 'python', title: 'Python', language: 'python', code: python(call) },
    { id: 'java', title: 'Java', language: 'java', code: java(call) },
    { id: 'go', title: 'Go', language: 'go', code: go(call) },
    { id: 'php', title: 'PHP', language: 'php', code: php(call) },
  ]
}

function callOf({ method, url, headers, cookies, query, pathVariables, body }: ApiDocument): Call {
  const sent = method === '' ? 'GET' : method.replaceAll(/[^A-Z-]/g, '')
  const hasBody = body.mode !== 'none' && sendsBody(sent)
  const fields = body.parameters.filter(isSent)
  const form = hasBody && body.mode === 'formdata' ? fields.map(fieldOf) : null
  const encoded = fields.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&')
  const text = !hasBody || form ? null : body.mode === 'urlencoded' ? encoded : body.example || null
  const own = headers.filter(isSent).map(({ name, value }): Pair => [inOneLine(name), inOneLine(value)])
  const crumbs = cookies.filter(isSent).map(({ name, value }) => `${name}=${value}`)
  const type = body.mode === 'urlencoded' ? 'application/x-www-form-urlencoded' : 'application/json'
  const saysType = own.some(([name]) => name.toLowerCase() === 'content-type')
  return {
    method: sent,
    url: addressWith(url, query, pathVariables),
    headers: [
      ...own,
      ...(crumbs.length > 0 ? [['Cookie', inOneLine(crumbs.join('; '))] as const] : []),
      ...(text !== null && body.mode !== 'raw' && !saysType ? [['Content-Type', type] as const] : []),
    ],
    text,
    form,
  }
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Optional ones without an example would only be a distraction. */
const isSent = ({ name, value, isOff, isRequired, depth }: Parameter): boolean =>
  name !== '' && !isOff && depth === 0 && (value !== '' || isRequired)

const fieldOf = ({ name, value, type }: Parameter): FormField => ({ name, value, isFile: /file|文件/i.test(type) })

function addressWith(url: string, query: readonly Parameter[], pathVariables: readonly Parameter[]): string {
  const [place = '', said = ''] = url.replaceAll(/\s/g, '').split(/\?(.*)/s)
  const known = new Set(said.split('&').map((pair) => pair.split('=', 1)[0]))
  const added = query
    .filter((row) => isSent(row) && !known.has(encode(row.name)) && !known.has(row.name))
    .map(({ name, value }) => `${encode(name)}=${encode(value)}`)
  const values = new Map(pathVariables.flatMap(({ name, value }) => (value === '' ? [] : [[name, value] as const])))
  const filled = place.replaceAll(
    /(?<!\{)\{([^{}/]+)\}(?!\})|(?<=\/):([^/]+)/g,
    (whole: string, one?: string, other?: string) => {
      const value = values.get(one ?? other ?? '')
      return value === undefined ? whole : encode(value)
    },
  )
  const pairs = [said, ...added].filter((pair) => pair !== '').join('&')
  return pairs === '' ? filled : `${filled}?${pairs}`
}

/** Encoded for an address; variables in double braces stay readable, because programs replace them. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /%7B%7B((?:(?!%7B%7B).)*?)%7D%7D/g,
    (_, name: string) => `{{${name}}}`,
  )

const shell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
const quoted = (text: string): string => JSON.stringify(text)
const single = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`

function curl({ method, url, headers, text, form }: Call): string {
  const parts = [
    `curl -X ${method} ${shell(url)}`,
    ...headers.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
  ]
  if (text !== null) parts.push(`--data-raw ${shell(text)}`)
  for (const { name, value, isFile } of form ?? [])
    parts.push(isFile ? `-F ${shell(`${name}=@${value || 'file'}`)}` : `--form-string ${shell(`${name}=${value}`)}`)
  return parts.join(' \\\n  ')
}

function fetchCall({ method, url, headers, text, form }: Call): string {
  const lines = form
    ? [
        'const form = new FormData()',
        ...form.map(({ name, value, isFile }) => `form.append(${quoted(name)}, ${isFile ? 'file' : quoted(value)})`),
        '',
      ]
    : []
  const isJson = text !== null && isJsonText(text)
  return [
    ...lines,
    `const response = await fetch(${quoted(url)}, {`,
    `  method: ${quoted(method)},`,
    ...(headers.length > 0
      ? ['  headers: {', ...headers.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`), '  },']
      : []),
    ...(form ? ['  body: form,'] : []),
    ...(text === null ? [] : [`  body: ${isJson ? `JSON.stringify(${indented(text, '  ')})` : quoted(text)},`]),
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function python({ method, url, headers, text, form }: Call): string {
  const fields = (form ?? []).filter(({ isFile }) => !isFile)
  const files = (form ?? []).filter(({ isFile }) => isFile)
  const table = (name: string, pairs: readonly Pair[]) =>
    pairs.length === 0
      ? []
      : [`    ${name}={`, ...pairs.map(([key, value]) => `        ${quoted(key)}: ${value},`), '    },']
  return [
    'import requests',
    '',
    'response = requests.request(',
    `    ${quoted(method)},`,
    `    ${quoted(url)},`,
    ...table(
      'headers',
      headers.map(([name, value]) => [name, quoted(value)]),
    ),
    ...table(
      'data',
      fields.map(({ name, value }) => [name, quoted(value)]),
    ),
    ...table(
      'files',
      files.map(({ name, value }) => [name, `open(${quoted(value || 'file')}, "rb")`]),
    ),
    ...(text === null ? [] : [`    data=${quoted(text)}.encode(),`]),
    ')',
    'print(response.status_code, response.text)',
  ].join('\n')
}

function java(call: Call): string {
  const { method, url, headers, text } = withWrittenForm(call)
  return [
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    '',
    'HttpRequest request = HttpRequest.newBuilder()',
    `    .uri(URI.create(${quoted(url)}))`,
    ...headers.map(([name, value]) => `    .header(${quoted(name)}, ${quoted(value)})`),
    text === null
      ? `    .method(${quoted(method)}, HttpRequest.BodyPublishers.noBody())`
      : `    .method(${quoted(method)}, HttpRequest.BodyPublishers.ofString(${quoted(text)}))`,
    '    .build();',
    'HttpResponse<String> response = HttpClient.newHttpClient()',
    '    .send(request, HttpResponse.BodyHandlers.ofString());',
    'System.out.println(response.statusCode() + " " + response.body());',
  ].join('\n')
}

function go(call: Call): string {
  const { method, url, headers, text } = withWrittenForm(call)
  const body =
    text === null
      ? 'nil'
      : `strings.NewReader(${text.includes('`') || text.includes('\r') ? quoted(text) : `\`${text}\``})`
  return [
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    ...(text === null ? [] : ['\t"strings"']),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${body})`,
    ...['\tif err != nil {', '\t\tpanic(err)', '\t}'],
    ...headers.map(([name, value]) => `\trequest.Header.Set(${quoted(name)}, ${quoted(value)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...['\tif err != nil {', '\t\tpanic(err)', '\t}', '\tdefer response.Body.Close()'],
    '\tbody, _ := io.ReadAll(response.Body)',
    '\tfmt.Println(response.StatusCode, string(body))',
    '}',
  ].join('\n')
}

function php({ method, url, headers, text, form }: Call): string {
  const field = ({ name, value, isFile }: FormField): string =>
    `    ${single(name)} => ${isFile ? `new CURLFile(${single(value || 'file')})` : single(value)},`
  return [
    '<?php',
    `$request = curl_init(${single(url)});`,
    'curl_setopt($request, CURLOPT_RETURNTRANSFER, true);',
    `curl_setopt($request, CURLOPT_CUSTOMREQUEST, ${single(method)});`,
    ...(headers.length > 0
      ? [
          'curl_setopt($request, CURLOPT_HTTPHEADER, [',
          ...headers.map(([name, value]) => `    ${single(`${name}: ${value}`)},`),
          ']);',
        ]
      : []),
    ...(text === null ? [] : [`curl_setopt($request, CURLOPT_POSTFIELDS, ${single(text)});`]),
    ...(form ? ['curl_setopt($request, CURLOPT_POSTFIELDS, [', ...form.map(field), ']);'] : []),
    '$body = curl_exec($request);',
    "echo curl_getinfo($request, CURLINFO_HTTP_CODE), ' ', $body;",
  ].join('\n')
}

const BOUNDARY = 'form-boundary'

/** Languages without their own escapes use the ones of another. */
function withWrittenForm(call: Call): Call {
  if (call.form === null) return call
  const name = (text: string) => text.replaceAll(/["\r\n]/g, (sign) => encodeURIComponent(sign))
  const parts = call.form.map(
    (field) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name(field.name)}"` +
      `${field.isFile ? `; filename="${name(field.value || 'file')}"` : ''}\r\n\r\n${field.isFile ? '' : field.value}\r\n`,
  )
  return {
    ...call,
    headers: [...call.headers, ['Content-Type', `multipart/form-data; boundary=${BOUNDARY}`]],
    text: `${parts.join('')}--${BOUNDARY}--\r\n`,
  }
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const indented = (text: string, by: string): string => text.trim().replaceAll('\n', `\n${by}`)
