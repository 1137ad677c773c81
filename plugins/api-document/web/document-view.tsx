import './document.css'
import { Copy } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { api } from '#web/api/trpc.ts'
import { Markdown } from '#web/parts/markdown.tsx'
import type { PageViewProps } from '#web/extensions/points.ts'
import { IconButton } from '#web/parts/icon-button.tsx'
import { useCopy } from '#web/parts/use-copy.ts'
import { NO_GLOBALS, readApiDocument, type ApiDocument } from '../api-document.ts'
import { bodyTitle, codeBlock } from '../markdown.ts'
import type { Parameter } from '../parameters.ts'
import { ParameterTable } from './parameter-table.tsx'
import { Samples } from './samples.tsx'
import { useDocumentText, useDocumentWords } from './texts.ts'

/** A document for its readers. */
export function DocumentView({ content, itemId }: PageViewProps) {
  const globals = useGlobals(itemId)
  const document = useMemo(() => readApiDocument(content, globals), [content, globals])
  const words = useDocumentWords()
  const { headers, cookies, pathVariables, query, body, responseHeaders, response, failure } = document
  return (
    <div className="article api-document">
      <Call document={document} />
      <Markdown markdown={document.description} />
      <Table title={words.headers} rows={headers} />
      <Table title={words.cookies} rows={cookies} />
      <Table title={words.pathVariables} rows={pathVariables} />
      <Table title={words.query} rows={query} />
      <Table title={bodyTitle(body, words)} rows={body.parameters} />
      <Example title={words.bodyExample} text={body.example} />
      <Samples document={document} />
      <Table title={words.responseHeaders} rows={responseHeaders} />
      <Example title={words.response} text={response.example} />
      <Table title={words.responseParameters} rows={response.parameters} hasValues={false} />
      <Example title={words.failure} text={failure.example} />
      <Table title={words.failureParameters} rows={failure.parameters} hasValues={false} />
      <Remarks document={document} />
    </div>
  )
}

// They rarely change, and one request serves all documents of an item.
const SELDOM = { staleTime: 300_000, meta: { isQuiet: true } } as const

function useGlobals(itemId: number | null) {
  const item = api.item.info.useQuery({ itemId: itemId ?? 0 }, { ...SELDOM, enabled: itemId !== null })
  return item.data?.globalParams ?? NO_GLOBALS
}

function Call({ document: { method, url, status } }: { readonly document: ApiDocument }) {
  const t = useDocumentText()
  const words = useDocumentWords()
  const copy = useCopy()
  return (
    <div className="api-call">
      {method !== '' && (
        <span className="api-method" data-method={method}>
          {method}
        </span>
      )}
      {url !== '' && (
        <>
          <code className="api-address">{url}</code>
          <IconButton label={t('copyAddress')} onClick={() => copy(url)}>
            <Copy aria-hidden />
          </IconButton>
        </>
      )}
      {status !== '' && (
        <span className="api-status" data-status={status}>
          <span className="visually-hidden">{words.status}: </span>
          {words.statuses[status]}
        </span>
      )}
    </div>
  )
}

interface TableProps {
  readonly title: string
  readonly rows: readonly Parameter[]
  readonly hasValues?: boolean
}

function Table({ title, rows, hasValues = true }: TableProps) {
  return rows.length === 0 ? null : (
    <Section title={title}>
      <ParameterTable rows={rows} hasValues={hasValues} labelledBy={idOf(title)} />
    </Section>
  )
}

/** Of an example with more lines than this, only the beginning is shown at first. */
const LONG = 40

function Example({ title, text }: { readonly title: string; readonly text: string }) {
  const t = useDocumentText()
  const markdown = useMemo(() => codeBlock(text), [text])
  if (markdown === '') return null
  // Without its fences.
  const lines = markdown.split('\n').length - 2
  return (
    <Section title={title}>
      <details className="api-example" open={lines <= LONG}>
        <summary>{t('lines', { count: lines })}</summary>
        <Markdown markdown={markdown} />
      </details>
    </Section>
  )
}

function Remarks({ document: { remark, responseRemark } }: { readonly document: ApiDocument }) {
  const words = useDocumentWords()
  const text = [remark, responseRemark].filter((part) => part.trim() !== '').join('\n\n')
  return text === '' ? null : (
    <Section title={words.remark}>
      <Markdown markdown={text} />
    </Section>
  )
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <h2 id={idOf(title)}>{title}</h2>
    {children}
  </section>
)

/** Ids like those the server gives to headings of articles, which the list of contents links to. */
const idOf = (title: string): string =>
  `user-content-${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')}`
