import { setTimeout } from 'node:timers/promises'
import { act, Suspense, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { onTestFinished, vi } from 'vitest'
import type { ErrorKind } from '#core/errors.ts'
import { AnswersContext, createAnswers } from '#web/api/answers.ts'
import { ApiProvider } from '#web/api/with-api.tsx'
import type { KnownAnswer } from '#web/session/boot.ts'
import { startTexts } from '#web/i18n/i18n.ts'
import common from '#web/i18n/en/common.json' with { type: 'json' }
import editor from '#web/i18n/en/editor.json' with { type: 'json' }
import reader from '#web/i18n/en/reader.json' with { type: 'json' }

/** What a server says to each operation that a screen asks for; `Refused` is a refusal, any other error a dead line. */
export type Answers = Readonly<Record<string, (input: never) => unknown>>

export class Refused extends Error {
  readonly kind: ErrorKind
  constructor(kind: ErrorKind) {
    super(`refused: ${kind}`)
    this.kind = kind
  }
}

// A part that is loaded lazily takes its time on a machine that does much else.
const LONGEST_WAIT_MS = 20_000

/**
 * Renders a part of the web in this document, in English, over a wire with these answers at its other end. With `known`,
 * the answers a document came with, it starts as a reader does: without the API's client.
 */
export async function mounted(element: ReactNode, answers: Answers, known?: readonly KnownAnswer[]) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // What jsdom does not have.
  navigator.sendBeacon ??= () => true
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => answered(answers, address, init))
  const i18n = await startTexts('en', { common, editor, reader })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const inDocument = createAnswers(known ?? [], i18n)
  if (!known) await inDocument.load()
  const leave = () => act(async () => root.unmount())
  onTestFinished(async () => {
    await leave()
    place.remove()
    vi.unstubAllGlobals()
  })
  await act(async () =>
    root.render(
      <AnswersContext value={inDocument}>
        <I18nextProvider i18n={i18n}>
          <Suspense>{known ? element : <ApiProvider>{element}</ApiProvider>}</Suspense>
        </I18nextProvider>
      </AnswersContext>,
    ),
  )
  return { place, leave, hasClient: () => inDocument.client() !== null }
}

/** Lets what was started come to its end, as far as `isThere` asks for. */
export async function until(isThere: () => unknown): Promise<void> {
  for (const end = Date.now() + LONGEST_WAIT_MS; !isThere();) {
    if (Date.now() > end) throw new Error('it did not come')
    await act(() => setTimeout(5))
  }
}

async function answered(answers: Answers, address: string, init?: RequestInit): Promise<Response> {
  const url = new URL(address, location.origin)
  // What else is asked for is the list of plugins, of which none runs.
  if (!url.pathname.startsWith('/trpc/')) return Response.json([])
  const names = url.pathname.replace('/trpc/', '').split(',')
  if (init?.method === 'POST')
    return Response.json(await reply(answers, names[0] ?? '', JSON.parse(init.body as string)))
  const inputs = JSON.parse(url.searchParams.get('input') ?? '{}') as Record<string, unknown>
  return Response.json(await Promise.all(names.map((name, at) => reply(answers, name, inputs[at]))))
}

async function reply(answers: Answers, name: string, input: unknown): Promise<unknown> {
  try {
    return { result: { data: (await answers[name]?.(input as never)) ?? null } }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { error: { message: error.message, code: -32_600, data: { kind: error.kind, details: {} } } }
  }
}
