import { Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { Button } from '#web/parts/button.tsx'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { readApiDocument, type GlobalParameters } from '#plugins/api-document/api.ts'
import { draftOf, readyCall, type CallProblem, type ReadyCall } from '../call.ts'
import type { Environment } from '../environment.ts'
import type { FrameCall } from '../frame-script.ts'
import { AnswerView } from './answer-view.tsx'
import { AuthFields } from './auth-fields.tsx'
import { EnvironmentChoice } from './environment-choice.tsx'
import { KeepAnswer } from './keep-answer.tsx'
import type { CallAnswer } from './relayed-answer.ts'
import { SentRows } from './sent-rows.tsx'
import { useTryText } from './texts.ts'
import type { TriedPage } from './tried-page.ts'
import { tryApi } from './try-api.ts'
import { useCall } from './use-call.ts'
import { useEnvironments } from './use-environments.ts'

export interface TryFormProps {
  readonly page: TriedPage
  readonly globals: GlobalParameters
  /** Null for visitors, for whom nothing is stored. */
  readonly environments: readonly Environment[] | null
  /** Called after an example was inserted into the page. */
  onKept(): void
}

/** A call to be made, and its result. */
export function TryForm({ page, globals, environments, onKept }: TryFormProps) {
  const t = useTryText()
  const [draft, setDraft] = useState(() => draftOf(readApiDocument(page.pageContent, globals)))
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const [asked, setAsked] = useState<ReadyCall | null>(null)
  const { chosen, ...choice } = useEnvironments(environments ?? [], page.itemId)
  const { state, send, relay, stop } = useCall(page.pageId, t('answer'))
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part })
    setProblem(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const values = new Map((chosen?.variables ?? []).map(({ name, value }) => [name, value] as const))
    const ready = readyCall(draft, values)
    setProblem('problem' in ready ? ready : null)
    if ('problem' in ready) return
    if (chosen && ready.usesVariables && !chosen.hosts.includes(ready.host)) setAsked(ready)
    else void send(ready.call)
  }
  const agree = () => {
    if (!asked || !chosen) return
    choice.keep({ ...chosen, hosts: [...chosen.hosts, asked.host] }, chosen.name)
    setAsked(null)
    void send(asked.call)
  }
  const isForm = draft.mode === 'formdata' || draft.mode === 'urlencoded'
  return (
    <div className="try-it">
      <div className="form">
        {environments && <EnvironmentChoice chosen={chosen} {...choice} />}
        <form ref={focusFirstField} className="form" noValidate onSubmit={submit}>
          <div className="try-line" data-kind="address">
            <TextInput
              label={t('method')}
              value={draft.method}
              error={problem?.problem === 'method' && t('methodProblem')}
              onChange={(event) => change({ method: event.currentTarget.value })}
            />
            <TextInput
              label={t('address')}
              value={draft.url}
              spellCheck={false}
              error={problem?.problem === 'address' && t('addressProblem', { variable: '{{base}}' })}
              onChange={(event) => change({ url: event.currentTarget.value })}
            />
          </div>
          <AuthFields auth={draft.auth} onChange={(auth) => change({ auth })} />
          <SentRows title={t('path')} rows={draft.path} onChange={(path) => change({ path })} />
          <SentRows title={t('query')} rows={draft.query} onChange={(query) => change({ query })} />
          <SentRows title={t('headers')} rows={draft.headers} onChange={(headers) => change({ headers })} />
          {isForm && <SentRows title={t('form')} rows={draft.form} onChange={(form) => change({ form })} />}
          {!isForm && draft.mode !== 'none' && (
            <Textarea
              label={t('body')}
              value={draft.text}
              rows={10}
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--font-mono)' } }}
              onChange={(event) => change({ text: event.currentTarget.value })}
            />
          )}
          {problem?.problem === 'variables' && (
            <p role="alert" className="form-alert">
              {t('variablesProblem', { names: problem.names.join(', ') })}
            </p>
          )}
          <div className="form-actions">
            <WaitingButton type="submit" look="primary" isOff={state.kind === 'waiting'}>
              {t('send')}
            </WaitingButton>
            {state.kind === 'waiting' && <Button onClick={stop}>{t('cancel')}</Button>}
          </div>
          <p className="form-text">{t('fromBrowser')}</p>
        </form>
      </div>
      <section aria-labelledby="try-answer" aria-busy={state.kind === 'waiting'}>
        <h2 id="try-answer">{t('answer')}</h2>
        {state.kind === 'none' && <p className="form-text">{t('answer.none')}</p>}
        {state.kind === 'waiting' && <p role="status">{t('sending')}</p>}
        {state.kind === 'answered' && <AnswerView answer={state.answer} />}
        {state.kind === 'answered' && isUnread(state.answer) && environments && (
          <RelayOffer pageId={page.pageId} call={state.call} onRelay={() => void relay(state.call)} />
        )}
        {state.kind === 'answered' && page.canEdit && <KeepAnswer page={page} answer={state.answer} onKept={onKept} />}
      </section>
      {asked && chosen && (
        <ConfirmDialog
          title={t('consent.title', { host: asked.host })}
          text={t('consent.text', { environment: chosen.name, host: asked.host })}
          action={t('consent.action')}
          onConfirm={agree}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** The browser does not allow the answer to be read, as happens when a server does not allow this site. */
const isUnread = (answer: CallAnswer): boolean => 'failure' in answer && answer.failure === 'silent'

interface RelayOfferProps {
  readonly pageId: number
  readonly call: FrameCall
  onRelay(): void
}

/** Offers to make a call through the server when the browser could not, if the operator has allowed the host. */
function RelayOffer({ pageId, call, onRelay }: RelayOfferProps) {
  const t = useTryText()
  const { origin, host } = new URL(call.url)
  const allowed = tryApi.mayRelay.useQuery({ pageId, origin }, { meta: { isQuiet: true } })
  if (allowed.data?.mayRelay !== true) return null
  return (
    <div className="try-relay">
      <p className="form-text">{t('relay.text', { host })}</p>
      <Button onClick={onRelay}>{t('relay.action')}</Button>
    </div>
  )
}
