import { Textarea, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { TABLES, type ApiStatus, type BodyMode, type TableName } from '../api-document.ts'
import { WaitingSelect } from '#web/parts/waiting-choice.tsx'
import { edited, nodeAt, parsedAsWritten, textAt, type JsonNode, type JsonPath } from '#plugins/format-tools/api.ts'
import { rowsIn } from '../parameters.ts'
import { exampleOf, rowsOfExample } from '../schema.ts'
import { withRows } from '../row-edits.ts'
import { RowsEditor, type RowsEditorProps } from './rows-editor.tsx'
import { useDocumentText, useDocumentWords } from './texts.ts'

export interface DocumentFormProps {
  readonly content: string
  /** The parsed content. */
  readonly root: JsonNode
  readonly isReadOnly: boolean
  onChange(content: string): void
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']
const STATUSES: readonly ApiStatus[] = ['1', '2', '3', '4', '5']
const MODES: readonly BodyMode[] = ['none', 'json', 'urlencoded', 'formdata', 'raw']

/** The fields of a document, in the order in which readers see them. */
export function DocumentForm(props: DocumentFormProps) {
  const words = useDocumentWords()
  const mode = modeOf(props.root)
  return (
    <>
      <CallFields {...props} />
      <Rows {...props} table="headers" title={words.headers} />
      <Rows {...props} table="pathVariables" title={words.pathVariables} />
      <Rows {...props} table="query" title={words.query} />
      <Rows {...props} table="cookies" title={words.cookies} />
      <BodyFields {...props} mode={mode} />
      <Rows {...props} table="responseHeaders" title={words.responseHeaders} />
      <AnswerFields
        {...props}
        titles={[words.response, words.responseParameters]}
        example={['response', 'responseExample']}
        table="response"
      />
      <AnswerFields
        {...props}
        titles={[words.failure, words.failureParameters]}
        example={['response', 'responseFailExample']}
        table="failure"
      />
      <TextArea {...props} path={['info', 'remark']} label={words.remark} />
    </>
  )
}

const textIn = (root: JsonNode, path: JsonPath): string => textAt(nodeAt(root, path.slice(0, -1)), String(path.at(-1)))

function modeOf(root: JsonNode): string {
  const said = textIn(root, ['request', 'params', 'mode'])
  return said === '' ? 'none' : said
}

function CallFields({ content, root, isReadOnly, onChange }: DocumentFormProps) {
  const t = useDocumentText()
  const words = useDocumentWords()
  const method = textIn(root, ['info', 'method'])
  const status = textIn(root, ['info', 'apiStatus'])
  const field = (name: string) => ({
    value: textIn(root, ['info', name]),
    readOnly: isReadOnly,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(edited(content, ['info', name], event.currentTarget.value)),
  })
  return (
    <section className="api-fields">
      <div className="api-line">
        <WaitingSelect label={t('fields.method')} isOff={isReadOnly} {...field('method')} value={method.toLowerCase()}>
          {[...new Set([...METHODS, method.toLowerCase()])].map((one) => (
            <option key={one} value={one}>
              {one.toUpperCase()}
            </option>
          ))}
        </WaitingSelect>
        <TextInput className="api-grows" label={t('fields.url')} {...field('url')} />
        <WaitingSelect label={t('fields.status')} isOff={isReadOnly} {...field('apiStatus')}>
          {!STATUSES.includes(status as ApiStatus) && <option value={status}>{status || t('noStatus')}</option>}
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {words.statuses[one]}
            </option>
          ))}
        </WaitingSelect>
      </div>
      <TextInput label={t('fields.title')} {...field('title')} />
      <Textarea label={t('fields.description')} rows={3} resize="vertical" {...field('description')} />
    </section>
  )
}

interface RowsProps extends DocumentFormProps, Pick<RowsEditorProps, 'onFromExample' | 'onToExample'> {
  readonly table: TableName
  readonly title: string
}

function Rows({ table, root, ...rest }: RowsProps) {
  const rows = useMemo(() => rowsIn(nodeAt(root, TABLES[table]), TABLES[table]), [root, table])
  return <RowsEditor {...rest} table={TABLES[table]} rows={rows} />
}

function BodyFields({ mode, ...props }: DocumentFormProps & { readonly mode: string }) {
  const { content, isReadOnly, onChange } = props
  const t = useDocumentText()
  const words = useDocumentWords()
  const isKnown = (MODES as readonly string[]).includes(mode)
  const isForm = mode === 'formdata' || mode === 'urlencoded'
  return (
    <section className="api-fields">
      <div className="api-line">
        <WaitingSelect
          label={t('fields.mode')}
          isOff={isReadOnly}
          value={mode}
          onChange={(event) => onChange(edited(content, ['request', 'params', 'mode'], event.currentTarget.value))}
        >
          {!isKnown && <option value={mode}>{mode}</option>}
          {MODES.map((one) => (
            <option key={one} value={one}>
              {t(`mode.${one}`)}
            </option>
          ))}
        </WaitingSelect>
      </div>
      {isForm && <Rows {...props} table={mode} title={words.body} />}
      {!isForm && mode !== 'none' && (
        <AnswerFields
          {...props}
          titles={[words.bodyExample, words.body]}
          example={['request', 'params', 'json']}
          table="json"
        />
      )}
    </section>
  )
}

interface AnswerFieldsProps extends DocumentFormProps {
  /** Of the example and of the rows. */
  readonly titles: readonly [string, string]
  readonly example: JsonPath
  readonly table: TableName
}

/** An example beside the rows that explain it: each can be generated from the other. */
function AnswerFields({ titles, example, table, ...props }: AnswerFieldsProps) {
  const { content, root, onChange } = props
  const text = textIn(root, example)
  const rows = rowsIn(nodeAt(root, TABLES[table]), TABLES[table])
  const value = jsonIn(text)
  const [exampleTitle, rowsTitle] = titles
  return (
    <section className="api-fields">
      <TextArea {...props} path={example} label={exampleTitle} isCode />
      <Rows
        {...props}
        table={table}
        title={rowsTitle}
        {...(value !== undefined && {
          onFromExample: () => onChange(withRows(content, TABLES[table], rowsOfExample(value))),
        })}
        {...(rows.length > 0 && {
          onToExample: () => onChange(edited(content, example, exampleOf(rows.filter(({ name }) => name !== '')))),
        })}
      />
    </section>
  )
}

function jsonIn(text: string): unknown {
  try {
    const value = parsedAsWritten(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

interface TextAreaProps extends DocumentFormProps {
  readonly path: JsonPath
  readonly label: string
  readonly isCode?: boolean
}

const TextArea = ({ content, root, path, label, isReadOnly, isCode = false, onChange }: TextAreaProps) => {
  const text = textIn(root, path)
  return (
    <Textarea
      label={label}
      className={isCode ? 'api-code' : ''}
      rows={Math.min(24, Math.max(3, text.split('\n').length))}
      resize="vertical"
      spellCheck={!isCode}
      readOnly={isReadOnly}
      value={text}
      onChange={(event) => onChange(edited(content, path, event.currentTarget.value))}
    />
  )
}
