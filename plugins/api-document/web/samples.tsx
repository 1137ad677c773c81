import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Markdown } from '#web/parts/markdown.tsx'
import type { ApiDocument } from '../api-document.ts'
import { codeSamples } from '../code-samples.ts'
import { codeBlock } from '../markdown.ts'
import { useDocumentWords } from './texts.ts'

/** The language selected last, for other documents of this visit. */
let chosenBefore = ''

/** The call of a document in several languages, one at a time. */
export function Samples({ document }: { readonly document: ApiDocument }) {
  const words = useDocumentWords()
  const id = useId()
  const samples = useMemo(() => codeSamples(document), [document])
  const [wished, setWished] = useState(chosenBefore)
  const tabs = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    samples.findIndex((sample) => sample.id === wished),
  )
  const shown = samples[at]
  if (!shown) return null
  const choose = (position: number) => {
    const next = samples[(position + samples.length) % samples.length] ?? shown
    chosenBefore = next.id
    setWished(next.id)
    return next
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const position = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: samples.length - 1 }[event.key]
    if (position === undefined) return
    event.preventDefault()
    const next = choose(position)
    tabs.current?.querySelector<HTMLElement>(`[data-sample="${next.id}"]`)?.focus()
  }
  return (
    <section>
      <h2>{words.samples}</h2>
      <div
        className="api-tabs"
        role="tablist"
        tabIndex={-1}
        aria-label={words.samples}
        ref={tabs}
        onKeyDown={onKeyDown}
      >
        {samples.map((sample) => (
          <button
            key={sample.id}
            type="button"
            role="tab"
            id={`${id}-${sample.id}`}
            data-sample={sample.id}
            aria-selected={sample === shown}
            aria-controls={`${id}-panel`}
            tabIndex={sample === shown ? 0 : -1}
            onClick={() => setWished((chosenBefore = sample.id))}
          >
            {sample.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown.id}`}>
        <Markdown markdown={codeBlock(shown.code, shown.language)} />
      </div>
    </section>
  )
}
