import { setTimeout } from 'node:timers/promises'
import { act, Suspense, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { onTestFinished, vi } from 'vitest'
import type { ErrorDetails, ErrorKind } from '#core/errors.ts'
import { AnswersContext, createAnswers } from '#web/api/answers.ts'
import { ApiProvider } from '#web/api/with-api.tsx'
import type { KnownAnswer } from '#web/session/boot.ts'
import { startTexts } from '#web/i18n/i18n.ts'
import common from '#web/i18n/en/common.json' with { type: 'json' }
import editor from '#web/i18n/en/editor.json' with { type: 'json' }
import items from '#web/i18n/en/items.json' with { type: 'json' }
import reader from '#web/i18n/en/reader.json' with { type: 'json' }

/** The server's answers to the operations of a screen; `Refused` is a refusal, any other error a broken connection. */
export type Answers = Readonly<Record<string, (input: never) => unknown>>

export class Refused extends Error {
  readonly kind: ErrorKind
  readonly details: ErrorDetails
  constructor(kind: ErrorKind, details: ErrorDetails = {}) {
    super(`refused: ${kind}`)
    this.kind = kind
    this.details = details
  }
}

// A lazily loaded part may take long on a busy machine.
const LONGEST_WAIT_MS = 20_000

/**
 * Renders a part of the web in this document, in English, with these answers from the server. With `known`, the answers
 * embedded in a document, it starts like for a reader: without the API client.
 */
export async function mounted(element: ReactNode, answers: Answers, known?: readonly KnownAnswer[]) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // Missing in jsdom.
  navigator.sendBeacon ??= () => true
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => answered(answers, address, init))
  const i18n = await startTexts('en', { common, editor, items, reader })
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

/** Waits for started work until `isThere` holds. */
export async function until(isThere: () => unknown): Promise<void> {
  for (const end = Date.now() + LONGEST_WAIT_MS; !(await isThere());) {
    if (Date.now() > end) throw new Error('it did not come')
    await act(() => setTimeout(5))
  }
}

async function answered(answers: Answers, address: string, init?: RequestInit): Promise<Response> {
  const url = new URL(address, location.origin)
  // The only other request is for the list of plugins, which is empty here.
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
    return { error: { message: error.message, code: -32_600, data: { kind: error.kind, details: error.details } } }
  }
}

/** Types a text as a browser does, in place of what the field holds; React does not notice values set by scripts. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement | null | undefined, text: string): void {
  if (!field) throw new Error('there is no such field')
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
