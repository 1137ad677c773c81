import type { Answer, ApiDocument } from './api-document.ts'
import { partsOf, type Parameter } from './parameters.ts'
import { kindOf } from './schema.ts'

/** The part of a call that changed. */
export type ChangePlace = 'header' | 'cookie' | 'query' | 'path' | 'body' | 'responseHeader' | 'response' | 'failure'

/** A change between two states of a document, from the perspective of a client. */
export interface ApiChange {
  readonly what:
    | 'method'
    | 'address'
    | 'bodyForm'
    | 'status'
    | 'texts'
    | 'removed'
    | 'added'
    | 'addedRequired'
    | 'required'
    | 'optional'
    | 'type'
  /** Null for a change outside of tables. */
  readonly place: ChangePlace | null
  /** Of the row; '' for a change outside of tables. */
  readonly name: string
  /** As in the documents; '' when missing. */
  readonly from: string
  readonly to: string
  /** Whether a client that followed the former document may fail now. */
  readonly isBreaking: boolean
}

/** The changes, breaking ones first. */
export function apiChanges(before: ApiDocument, after: ApiDocument): readonly ApiChange[] {
  const tables = PLACES.flatMap(([place, rowsOf]) => tableChanges(place, rowsOf(before), rowsOf(after)))
  const changes = [...callChanges(before, after), ...tables, ...textChanges(before, after)]
  return [...changes.filter(({ isBreaking }) => isBreaking), ...changes.filter(({ isBreaking }) => !isBreaking)]
}

const PLACES: readonly (readonly [ChangePlace, (document: ApiDocument) => readonly Parameter[]])[] = [
  ['header', ({ headers }) => headers],
  ['cookie', ({ cookies }) => cookies],
  ['path', ({ pathVariables }) => pathVariables],
  ['query', ({ query }) => query],
  ['body', ({ body }) => body.parameters],
  ['responseHeader', ({ responseHeaders }) => responseHeaders],
  ['response', ({ response }) => response.parameters],
  ['failure', ({ failure }) => failure.parameters],
]

const change = (
  what: ApiChange['what'],
  isBreaking: boolean,
  facts: Partial<Pick<ApiChange, 'place' | 'name' | 'from' | 'to'>> = {},
): ApiChange => ({ what, isBreaking, place: null, name: '', from: '', to: '', ...facts })

/** When one document omits a value, the other one is only more detailed: nothing has changed for clients. */
const isOther = (from: string, to: string): boolean => from !== '' && to !== '' && from !== to

function callChanges(before: ApiDocument, after: ApiDocument): readonly ApiChange[] {
  const changes: ApiChange[] = []
  if (before.method !== after.method)
    changes.push(change('method', isOther(before.method, after.method), { from: before.method, to: after.method }))
  if (before.url !== after.url) {
    // Clients never see the name of a variable.
    const isBreaking = isOther(withoutNames(before.url), withoutNames(after.url))
    changes.push(change('address', isBreaking, { from: before.url, to: after.url }))
  }
  const [from, to] = [before.body.mode, after.body.mode]
  if (from !== to) changes.push(change('bodyForm', from !== 'none', { from, to }))
  if (before.status !== after.status) changes.push(change('status', false, { from: before.status, to: after.status }))
  return changes
}

const withoutNames = (url: string): string => url.replaceAll(/\{\{?[^{}/]+\}?\}|(?<=\/):[\p{L}\p{N}_-]+/gu, '{}')

type Rows = ReadonlyMap<string, Parameter>

function tableChanges(
  place: ChangePlace,
  before: readonly Parameter[],
  after: readonly Parameter[],
): readonly ApiChange[] {
  const [old, now] = [rowsByName(place, before), rowsByName(place, after)]
  const isAnswer = ANSWERED.has(place)
  // Path variables are identified by their position in the address.
  const isNamed = place !== 'path'
  const removed = outermost(old, now).map(({ name }) => change('removed', isNamed, { place, name }))
  const added = outermost(now, old).map(({ name, isRequired }) => {
    const isNeeded = isRequired && !isAnswer
    return change(isNeeded ? 'addedRequired' : 'added', isNeeded && isNamed, { place, name })
  })
  const changed = [...now].flatMap(([key, row]) => {
    const former = old.get(key)
    return former ? rowChanges(place, former, row) : []
  })
  return [...removed, ...added, ...changed]
}

const ANSWERED: ReadonlySet<ChangePlace> = new Set(['responseHeader', 'response', 'failure'])
const WITHOUT_CASE: ReadonlySet<ChangePlace> = new Set(['header', 'responseHeader'])
const BETWEEN = '\n'

/** The first row of each name. */
function rowsByName(place: ChangePlace, rows: readonly Parameter[]): Rows {
  const known = new Map<string, Parameter>()
  for (const row of rows) {
    const key = WITHOUT_CASE.has(place) ? row.name.toLowerCase() : partsOf(row.name).join(BETWEEN)
    if (row.name !== '' && !known.has(key)) known.set(key, row)
  }
  return known
}

/** Rows missing in the other document, without those nested in other missing rows. */
function outermost(rows: Rows, others: Rows): readonly Parameter[] {
  const isLacking = (key: string): boolean => rows.has(key) && !others.has(key)
  return [...rows].flatMap(([key, row]) => {
    const parts = key.split(BETWEEN)
    const isWithin = parts.some((_, at) => at > 0 && isLacking(parts.slice(0, at).join(BETWEEN)))
    return isLacking(key) && !isWithin ? row : []
  })
}

function rowChanges(place: ChangePlace, before: Parameter, after: Parameter): readonly ApiChange[] {
  const { name } = after
  const changes: ApiChange[] = []
  const isAnswer = ANSWERED.has(place)
  if (isAnother(before.type, after.type)) {
    const isBreaking = isOtherType(
      ...(isAnswer ? ([after.type, before.type] as const) : ([before.type, after.type] as const)),
    )
    changes.push(change('type', isBreaking, { place, name, from: before.type, to: after.type }))
  }
  if (!isAnswer && before.isRequired !== after.isRequired)
    changes.push(
      change(after.isRequired ? 'required' : 'optional', after.isRequired && place !== 'path', { place, name }),
    )
  return changes
}

/** Different words for the same type, such as `int` and `integer`, are not a change. */
function isAnother(from: string, to: string): boolean {
  const [one, other] = [from.trim().toLowerCase(), to.trim().toLowerCase()]
  if (one === other) return false
  const kind = kindOf(one)
  return one === '' || other === '' || kind === 'string' || kind !== kindOf(other)
}

/** Whether a value of the one type can never be a value of the other. */
function isOtherType(given: string, wanted: string): boolean {
  if (given.trim() === '' || wanted.trim() === '') return false
  const [from, to] = [kindOf(given), kindOf(wanted)]
  if (from === to) return FILE.test(given) !== FILE.test(wanted)
  return !(from === 'integer' && to === 'number')
}
const FILE = /^\s*(?:file|文件)/i

/** Whether a text that is only read by people differs. */
function textChanges(before: ApiDocument, after: ApiDocument): readonly ApiChange[] {
  return textsOf(before, after) === textsOf(after, before) ? [] : [change('texts', false)]
}

/** All texts except those of rows missing in the other document, which are reported separately. */
function textsOf(document: ApiDocument, other: ApiDocument): string {
  const { title, description, remark, responseRemark, body, response, failure } = document
  const answers: readonly Answer[] = [body, response, failure]
  const rows = PLACES.flatMap(([place, rowsOf]) => {
    const others = rowsByName(place, rowsOf(other))
    return [...rowsByName(place, rowsOf(document))]
      .filter(([key]) => others.has(key))
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .map(([key, row]) => [place, key, row.value, row.remark, row.isOff])
  })
  return JSON.stringify([title, description, remark, responseRemark, answers.map(({ example }) => example), rows])
}
