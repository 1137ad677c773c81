import { ANSWER_BYTES, type FrameAnswer } from './frame-script.ts'

const MOST_HEADERS = 300
const LONGEST_HEADER = 20_000

/** Validates the frame's message: nothing from there is trusted. */
export function answerIn(value: unknown): FrameAnswer {
  const given = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  const { failure, status, statusText, headers, body, isCut, ms } = given
  if (failure === 'late' || failure === 'refused' || failure === 'redirect') return { failure }
  const isAnswer =
    isWhole(status, 999) &&
    isText(statusText) &&
    body instanceof ArrayBuffer &&
    body.byteLength <= ANSWER_BYTES &&
    Array.isArray(headers) &&
    headers.length <= MOST_HEADERS &&
    headers.every(isPair)
  if (!isAnswer) return { failure: 'silent' }
  const time = typeof ms === 'number' && Number.isFinite(ms) && ms >= 0 ? Math.round(ms) : 0
  return { status, statusText, headers, body, isCut: isCut === true, ms: time }
}

const isWhole = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST_HEADER
const isPair = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every(isText)
