import { z } from 'zod'
import { OUTBOUND_BYTES, OUTBOUND_MS, type OutboundFailure, type OpenServices } from '#core/plugin.ts'
import { decodedBody } from './decoded-body.ts'

const Pair = z.object({ name: z.string().max(200), value: z.string().max(20_000) })
/** A call as entered. */
export const RelayedCall = z.object({
  method: z.string().regex(/^[A-Za-z-]{1,20}$/),
  url: z.url({ protocol: /^https?$/ }).max(16_000),
  headers: z.array(Pair).max(100).default([]),
  /** Left out for a form, and for no body. */
  body: z.string().max(OUTBOUND_BYTES).optional(),
  /** Sent as multipart form. */
  form: z
    .array(z.object({ name: z.string().max(1_000), value: z.string().max(OUTBOUND_BYTES) }))
    .max(500)
    .optional(),
})
export type RelayedCall = z.output<typeof RelayedCall>

const FAILURES = [
  'notNamed',
  'closed',
  'refused',
  'late',
  'silent',
  'busy',
] as const satisfies readonly OutboundFailure[]
export const RelayedAnswer = z.object({
  /** Null when there is an answer. */
  failure: z.enum(FAILURES).nullable(),
  answer: z
    .object({
      status: z.number(),
      statusText: z.string(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      /** Base64. */
      body: z.string(),
      isCut: z.boolean(),
      ms: z.number(),
    })
    .nullable(),
})
export type RelayedAnswer = z.output<typeof RelayedAnswer>

/**
 * Makes a call from the server, with one time limit for queueing and answering. One call at a time per person.
 * @throws DomainError busy
 */
export async function relayed(
  { outbound, concurrency }: Pick<OpenServices, 'outbound' | 'concurrency'>,
  userId: number,
  { method, url, ...sent }: RelayedCall,
): Promise<RelayedAnswer> {
  const ended = AbortSignal.timeout(OUTBOUND_MS)
  const { headers, body } = await written(sent)
  return concurrency.run(`relay ${userId}`, async () => {
    const began = performance.now()
    const answer = await outbound.call({ method: method.toUpperCase(), url: new URL(url), headers, body }, ended)
    if ('failure' in answer) return { failure: answer.failure, answer: null }
    const ms = Math.round(performance.now() - began)
    const { status, statusText } = answer
    const { body: unpacked, isCut } = await decodedBody(answer)
    return {
      failure: null,
      answer: {
        ...{ status, statusText, isCut, ms },
        headers: answer.headers.map(([name, value]) => ({ name, value })),
        body: Buffer.from(unpacked).toString('base64'),
      },
    }
  })
}

type Written = Pick<Parameters<OpenServices['outbound']['call']>[0], 'headers' | 'body'>
async function written({ headers, body, form }: Pick<RelayedCall, 'headers' | 'body' | 'form'>): Promise<Written> {
  const given = headers.map(({ name, value }) => [name, value] as const)
  if (!form) return { headers: given, body: body === undefined ? null : new TextEncoder().encode(body) }
  const parts = new FormData()
  for (const { name, value } of form) parts.append(name, value)
  // `Response` chooses the multipart boundary, which is part of the content type.
  const encoded = new Response(parts)
  const type = encoded.headers.get('content-type') ?? ''
  return {
    headers: [...given.filter(([name]) => name.toLowerCase() !== 'content-type'), ['content-type', type]],
    body: new Uint8Array(await encoded.arrayBuffer()),
  }
}
