import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import type { FrameAnswer, FrameCall } from '../frame-script.ts'
import type { tryItOperations } from '../operations.ts'
import type { RelayedCall } from '../relayed-call.ts'

type Relayed = AnswerOf<(typeof tryItOperations)['tryIt']['relay']>
/** The result of a call, from the browser or through the server. */
export type CallAnswer =
  | FrameAnswer
  | (Extract<FrameAnswer, { readonly status: number }> & { readonly isRelayed: true })
  | { readonly failure: 'relayAway' | `relay.${NonNullable<Relayed['failure']>}` }

const pairs = (list: readonly (readonly [string, string])[]) => list.map(([name, value]) => ({ name, value }))

/** A call of the frame in the format of the server. */
export function relayedCall({ method, url, headers, body }: FrameCall): RelayedCall {
  const sent = typeof body === 'string' ? { body } : body === null ? {} : { form: pairs(body) }
  return { method, url, headers: pairs(headers), ...sent }
}

/** The server's result in the format of the frame. */
export function answerOf({ failure, answer }: Relayed): CallAnswer {
  if (answer === null) return { failure: `relay.${failure ?? 'silent'}` }
  const { headers, body, ...head } = answer
  return {
    ...head,
    isRelayed: true,
    headers: headers.map(({ name, value }) => [name, value] as const),
    body: Uint8Array.from(atob(body), (letter) => letter.codePointAt(0) ?? 0).buffer,
  }
}
