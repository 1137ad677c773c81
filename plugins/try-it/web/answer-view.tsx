import { useMemo } from 'react'
import { Markdown } from '#web/parts/markdown.tsx'
import { codeBlock } from '#plugins/api-document/api.ts'
import type { FrameAnswer } from '../frame-script.ts'
import { shownBody } from '../shown-body.ts'
import type { CallAnswer } from './relayed-answer.ts'
import { useTryText } from './texts.ts'

/** The answer: always as text, whatever its content type. */
export function AnswerView({ answer }: { readonly answer: CallAnswer }) {
  const t = useTryText()
  if ('failure' in answer) return <p role="alert">{t(`answer.${answer.failure}`)}</p>
  const { status, statusText, headers, body, ms } = answer
  const isGood = status >= 200 && status < 400
  // A browser hides redirects; the server tells them, and follows none either.
  const isRelayed = 'isRelayed' in answer
  const isRedirect = isRelayed && headers.some(([name]) => name.toLowerCase() === 'location') && status >= 300 && isGood
  return (
    <>
      <p className="try-status" role="status">
        <strong data-good={isGood}>{`${status} ${statusText}`.trim()}</strong>
        <span>{t('answer.time', { ms })}</span>
        <span>{t('answer.size', { count: body.byteLength })}</span>
      </p>
      <details className="try-headers">
        <summary>{t('answer.headers', { count: headers.length })}</summary>
        {!isRelayed && <p className="form-text">{t('answer.headersHint')}</p>}
        <dl>
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {isRedirect && <p className="form-text">{t('answer.redirect')}</p>}
      <Body answer={answer} />
    </>
  )
}

function Body({ answer }: { readonly answer: Exclude<FrameAnswer, { readonly failure: unknown }> }) {
  const t = useTryText()
  const { text, language, isCut } = useMemo(() => shownBody(answer), [answer])
  if (text === null) return <p className="form-text">{t('answer.binary')}</p>
  if (text === '') return <p className="form-text">{t('answer.empty')}</p>
  return (
    <>
      {isCut && <p className="form-text">{t('answer.cut')}</p>}
      <div className="article">
        <Markdown markdown={codeBlock(text, language)} />
      </div>
    </>
  )
}
