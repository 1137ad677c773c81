import { ArrowDown, ArrowUp, Braces, ClipboardPaste, ListTree, Plus, Trash2, WandSparkles } from 'lucide-react'
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Button } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import type { JsonPath } from '#plugins/format-tools/api.ts'
import type { Parameter } from '../parameters.ts'
import { rowsOfPaste } from '../pasted-rows.ts'
import { withField, withMovedRow, withRequired, withRow, withRows, withoutRow } from '../row-edits.ts'
import { PasteDialog } from './paste-dialog.tsx'
import { SchemaDialog } from './schema-dialog.tsx'
import { useDocumentText, useDocumentWords } from './texts.ts'

export interface RowsEditorProps {
  readonly title: string
  readonly content: string
  /** Where the rows are in it. */
  readonly table: JsonPath
  readonly rows: readonly Parameter[]
  readonly isReadOnly: boolean
  onChange(content: string): void
  /** Generates rows from the example beside; left out when there is none. */
  onFromExample?(): void
  /** Generates an example from the rows; left out when there is nothing to generate. */
  onToExample?(): void
}

type OpenDialog = 'paste' | 'schema' | null

/** An editable table of parameters: Enter adds a row, Alt with an arrow key moves one, and pasted text becomes rows. */
export function RowsEditor(props: RowsEditorProps) {
  const { title, content, table, rows, isReadOnly, onChange, onFromExample, onToExample } = props
  const t = useDocumentText()
  const id = useId()
  const body = useRef<HTMLTableSectionElement>(null)
  const awaited = useRef<number | null>(null)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  // The row may be rendered later than the next frame, and keys typed before must not end the wait for it.
  useLayoutEffect(() => {
    if (awaited.current === null) return
    const field = body.current?.querySelector<HTMLElement>(`[data-row="${awaited.current}"] input`)
    if (!field) return
    field.focus()
    awaited.current = null
  })
  const add = (at: number) => {
    const after = rows[at] ?? null
    awaited.current = after ? at + 1 : rows.length
    onChange(
      withRow(content, table, after, { name: prefixOf(after), require: '0', type: 'string', value: '', remark: '' }),
    )
  }
  const move = (row: Parameter, at: number, by: 1 | -1) => {
    const moved = withMovedRow(content, row, by)
    if (moved !== content) awaited.current = at + by
    onChange(moved)
  }
  const pasted = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (isReadOnly || !/[\t\n{&]/.test(text.trim())) return
    const found = rowsOfPaste(text)
    if (found.length === 0) return
    event.preventDefault()
    onChange(withRows(content, table, found))
  }
  const close = () => setDialog(null)
  return (
    <section className="api-rows" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {!isReadOnly && onFromExample && (
          <Tool icon={<ListTree aria-hidden />} label={t('toRows')} onClick={onFromExample} />
        )}
        {!isReadOnly && onToExample && (
          <Tool icon={<WandSparkles aria-hidden />} label={t('toExample')} onClick={onToExample} />
        )}
        {rows.length > 0 && (
          <Tool icon={<Braces aria-hidden />} label={t('schema.action')} onClick={() => setDialog('schema')} />
        )}
        {!isReadOnly && (
          <Tool icon={<ClipboardPaste aria-hidden />} label={t('paste.action')} onClick={() => setDialog('paste')} />
        )}
      </header>
      {rows.length > 0 && (
        <div className="api-rows-scroll">
          <table aria-label={t('rowsOf', { table: title })}>
            <Titles />
            <tbody ref={body} onPaste={pasted}>
              {rows.map((row, at) => (
                <Row
                  key={row.path.join('.')}
                  {...{ row, at, content, isReadOnly, onChange }}
                  onAdd={() => add(at)}
                  onMove={(by) => move(row, at, by)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isReadOnly && (
        <Button look="quiet" onClick={() => add(rows.length)}>
          <Plus aria-hidden />
          {t('addRow')}
        </Button>
      )}
      {dialog === 'paste' && (
        <PasteDialog onRows={(found) => onChange(withRows(content, table, found))} onClose={close} />
      )}
      {dialog === 'schema' && <SchemaDialog title={title} rows={rows} onClose={close} />}
    </section>
  )
}

/** A row after a nested field is usually nested in the same parent. */
function prefixOf(row: Parameter | null): string {
  if (row === null || row.path.includes('children')) return ''
  return row.name.slice(0, row.name.length - row.shortName.length)
}

interface ToolProps {
  readonly icon: ReactNode
  readonly label: string
  onClick(): void
}

const Tool = ({ icon, label, onClick }: ToolProps) => (
  <Button look="quiet" onClick={onClick}>
    {icon}
    {label}
  </Button>
)

function Titles() {
  const t = useDocumentText()
  const { column } = useDocumentWords()
  return (
    <thead>
      <tr>
        <th>{column.name}</th>
        <th>{column.required}</th>
        <th>{column.type}</th>
        <th>{column.value}</th>
        <th>{column.remark}</th>
        <th>
          <span className="visually-hidden">{t('actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

interface RowProps {
  readonly row: Parameter
  readonly at: number
  readonly content: string
  readonly isReadOnly: boolean
  onChange(content: string): void
  onAdd(): void
  onMove(by: 1 | -1): void
}

const TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'file', 'date', 'datetime', 'null']

function Row({ row, at, content, isReadOnly, onChange, onAdd, onMove }: RowProps) {
  const t = useDocumentText()
  const { column } = useDocumentWords()
  const name = row.name === '' ? t('unnamed') : row.name
  const number = t('row', { number: at + 1 })
  const field = (of: 'name' | 'type' | 'value' | 'remark') => ({
    'aria-label': `${column[of]}, ${number}`,
    value: row[of],
    readOnly: isReadOnly,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(withField(content, row, of, event.currentTarget.value)),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (isReadOnly || event.nativeEvent.isComposing) return
    const isField = (event.target as HTMLElement).matches('input:not([type=checkbox])')
    if (event.key === 'Enter' && isField && !event.ctrlKey && !event.metaKey) onAdd()
    else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      onMove(event.key === 'ArrowUp' ? -1 : 1)
    else return
    event.preventDefault()
  }
  return (
    <tr data-row={at} onKeyDown={onKeyDown}>
      <td style={{ paddingInlineStart: `${Math.min(row.depth, 10) * 16}px` }}>
        <input {...field('name')} className="api-cell api-cell-code" spellCheck={false} />
      </td>
      <td className="api-cell-check">
        <input
          type="checkbox"
          aria-label={`${column.required}, ${number}`}
          checked={row.isRequired}
          // Disabled, it would lose the focus when somebody else begins to edit.
          aria-disabled={isReadOnly}
          onChange={(event) => isReadOnly || onChange(withRequired(content, row, event.currentTarget.checked))}
        />
      </td>
      <td>
        <input {...field('type')} className="api-cell" list="api-document-types" />
        {at === 0 && (
          <datalist id="api-document-types">
            {TYPES.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </datalist>
        )}
      </td>
      <td>
        <input {...field('value')} className="api-cell api-cell-code" spellCheck={false} />
      </td>
      <td>
        <input {...field('remark')} className="api-cell" />
      </td>
      <td className="api-cell-actions">
        {!isReadOnly && (
          <>
            <IconButton label={t('moveUp', { name })} onClick={() => onMove(-1)}>
              <ArrowUp aria-hidden />
            </IconButton>
            <IconButton label={t('moveDown', { name })} onClick={() => onMove(1)}>
              <ArrowDown aria-hidden />
            </IconButton>
            <IconButton label={t('remove', { name })} onClick={() => onChange(withoutRow(content, row))}>
              <Trash2 aria-hidden />
            </IconButton>
          </>
        )}
      </td>
    </tr>
  )
}
