import './table-size-picker.css'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

export interface TableSizePickerProps {
  /** Where it opens, in the window. */
  readonly left: number
  readonly bottom: number
  /** The header counts as a row. */
  onPick(rows: number, columns: number): void
  onClose(): void
}

const [MOST_ROWS, MOST_COLUMNS] = [8, 8]
const FIRST = { row: 2, column: 3 }
/** Size of the picker with its border; it stays inside the window. */
const [WIDTH, HEIGHT] = [214, 246]
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Rows and columns of a new table, by mouse or arrow keys; Enter accepts the highlighted size. */
export function TableSizePicker({ left, bottom, onPick, onClose }: TableSizePickerProps) {
  const { t } = useTranslation('editor')
  const place = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(FIRST)
  useEffect(() => {
    const close = ({ target }: PointerEvent) => {
      if (!place.current?.contains(target as Node)) onClose()
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [onClose])

  const onKeyDown = (event: KeyboardEvent) => {
    const [down, right] = STEPS[event.key] ?? [0, 0]
    if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else if (event.key in STEPS)
      setSize({ row: within(size.row + down, MOST_ROWS), column: within(size.column + right, MOST_COLUMNS) })
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={place}
      className="table-size"
      role="menu"
      tabIndex={-1}
      aria-label={t('table.size')}
      style={{
        left: Math.max(8, Math.min(left, innerWidth - WIDTH - 8)),
        top: Math.max(8, Math.min(bottom + 4, innerHeight - HEIGHT - 8)),
      }}
      onKeyDown={onKeyDown}
    >
      <div className="table-size-cells">
        {Array.from({ length: MOST_ROWS * MOST_COLUMNS }, (_, at) => {
          const [row, column] = [Math.floor(at / MOST_COLUMNS) + 1, (at % MOST_COLUMNS) + 1]
          return (
            <button
              key={at}
              ref={row === size.row && column === size.column ? focused : undefined}
              type="button"
              role="menuitem"
              tabIndex={row === size.row && column === size.column ? 0 : -1}
              aria-label={t('table.sizeOf', { rows: row, columns: column })}
              data-marked={row <= size.row && column <= size.column}
              onPointerEnter={() => setSize({ row, column })}
              onClick={() => onPick(row, column)}
            />
          )
        })}
      </div>
      <p aria-hidden>{t('table.sizeOf', { rows: size.row, columns: size.column })}</p>
    </div>
  )
}

const focused = (button: HTMLElement | null): void => button?.focus()

const within = (number: number, most: number): number => Math.max(1, Math.min(number, most))
