import './table-bar.css'
import { AlignCenter, AlignLeft, AlignRight, ChevronDown, Copy, Trash2 } from 'lucide-react'
import { useSyncExternalStore, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../parts/copy-text.ts'
import { copiedCsv } from '../../../parts/csv.ts'
import { itemsIn, Menu, MenuItem, MenuLine, moveFocus } from '../../../parts/menu.tsx'
import { showToast } from '../../../parts/toast-store.ts'
import type { RichDocument } from '../rich-document.ts'
import { isPossible, type TableChange } from './table-changes.ts'

export interface TableBarProps {
  readonly page: RichDocument
}

const SIDES = [
  { side: 'left', icon: <AlignLeft /> },
  { side: 'center', icon: <AlignCenter /> },
  { side: 'right', icon: <AlignRight /> },
] as const

/**
 * Actions for the table at the cursor, shown above it. Alt+F10 focuses the bar, Escape returns to the text. Only offers
 * what markdown supports: the first row is always the header, and a column has one alignment.
 */
export function TableBar({ page }: TableBarProps) {
  const { tables } = page
  const { t, i18n } = useTranslation(['editor', 'common'])
  const state = useSyncExternalStore(tables.subscribe, () => tables.current)
  if (!state) return null

  const entry = (key: EntryKey, change: TableChange) =>
    isPossible(change, state) && (
      // The menu returns the focus to its button after this.
      <MenuItem key={key} onChoose={() => queueMicrotask(() => tables.change(change))}>
        {t(`table.${key}`)}
      </MenuItem>
    )
  const sort = (isDescending: boolean): TableChange => ({ kind: 'sort', isDescending, language: i18n.language })
  const copy = async (text: string): Promise<void> => {
    const isCopied = await copyText(text)
    if (isCopied) showToast(t('common:copy.done'))
    else showToast(t('common:copy.failed'), 'bad')
    tables.focusText()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const bar = event.currentTarget
    if (event.key === 'Escape' && !event.defaultPrevented) tables.focusText()
    else if (itemsIn(bar).length > 0 || !moveFocus(buttonsIn(bar), ARROWS[event.key] ?? event.key)) return
    event.preventDefault()
  }

  return createPortal(
    <div
      className="table-bar"
      role="toolbar"
      tabIndex={-1}
      aria-label={t('table.label')}
      title={t('table.keys')}
      onKeyDown={onKeyDown}
    >
      <Menu
        renderOpener={(props) => (
          <button type="button" className="table-tool" {...props}>
            {t('table.column')}
            <ChevronDown aria-hidden />
          </button>
        )}
      >
        {entry('insertLeft', { kind: 'insertColumn', side: 'before' })}
        {entry('insertRight', { kind: 'insertColumn', side: 'after' })}
        {entry('moveLeft', { kind: 'moveColumn', by: -1 })}
        {entry('moveRight', { kind: 'moveColumn', by: 1 })}
        {entry('sortUp', sort(false))}
        {entry('sortDown', sort(true))}
        {state.columns > 1 && <MenuLine />}
        {entry('deleteColumn', { kind: 'deleteColumn' })}
      </Menu>
      <Menu
        renderOpener={(props) => (
          <button type="button" className="table-tool" {...props}>
            {t('table.row')}
            <ChevronDown aria-hidden />
          </button>
        )}
      >
        {entry('insertAbove', { kind: 'insertRow', side: 'before' })}
        {entry('insertBelow', { kind: 'insertRow', side: 'after' })}
        {entry('moveUp', { kind: 'moveRow', by: -1 })}
        {entry('moveDown', { kind: 'moveRow', by: 1 })}
        {state.row > 0 && <MenuLine />}
        {entry('deleteRow', { kind: 'deleteRow' })}
      </Menu>
      <span className="table-tools">
        {SIDES.map(({ side, icon }) => (
          <button
            key={side}
            type="button"
            className="table-tool"
            aria-label={t(`table.${side}`)}
            title={t(`table.${side}`)}
            aria-pressed={state.side === side}
            onClick={() => tables.change({ kind: 'align', to: side })}
          >
            {icon}
          </button>
        ))}
      </span>
      <Menu
        renderOpener={(props) => (
          <button type="button" className="table-tool" aria-label={t('table.copy')} title={t('table.copy')} {...props}>
            <Copy />
          </button>
        )}
      >
        <MenuItem onChoose={() => void copy(copiedCsv(tables.texts()))}>{t('table.copyCsv')}</MenuItem>
        <MenuItem onChoose={() => void copy(page.tableMarkdown())}>{t('table.copyMarkdown')}</MenuItem>
      </Menu>
      <button
        type="button"
        className="table-tool"
        aria-label={t('table.delete')}
        title={t('table.delete')}
        onClick={() => tables.change({ kind: 'deleteTable' })}
      >
        <Trash2 />
      </button>
    </div>,
    tables.host,
  )
}

type EntryKey =
  | 'insertLeft'
  | 'insertRight'
  | 'moveLeft'
  | 'moveRight'
  | 'sortUp'
  | 'sortDown'
  | 'deleteColumn'
  | 'insertAbove'
  | 'insertBelow'
  | 'moveUp'
  | 'moveDown'
  | 'deleteRow'

/** Moves along the bar; up and down do nothing. */
const ARROWS: Readonly<Record<string, string>> = {
  ArrowRight: 'ArrowDown',
  ArrowLeft: 'ArrowUp',
  ArrowDown: '',
  ArrowUp: '',
}

const buttonsIn = (bar: HTMLElement): HTMLElement[] => [...bar.querySelectorAll<HTMLElement>('button.table-tool')]
