import './sheet-view.css'
import { useCallback, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { PageViewProps } from '#web/extensions/points.ts'
import { lazyPart, Part } from '#web/parts/part.tsx'
import type { LinkedPlace } from '../cell-link.ts'
import { readWorkbook, type ReadWorkbook } from '../read-workbook.ts'
import { ShownTexts } from '../shown-text.ts'
import { shownSheets } from '../workbook.ts'
import { hindranceOf } from './hindrance.ts'
import { SheetTable } from './sheet-table.tsx'
import { useSheetText } from './texts.ts'
import { useIsPrinting } from './use-is-printing.ts'

const SheetFace = lazyPart(async () => (await import('./sheet-face.tsx')).SheetFace)

/** The sheets of a page for readers, as tables or as the editor's grid. */
export function SheetView({ content, isWaitedFor = false }: PageViewProps) {
  const t = useSheetText()
  const workbook = useMemo(() => readWorkbook(content), [content])
  const shown = useMemo(() => new ShownTexts(workbook), [workbook])
  const hasGrid = hindranceOf(workbook) === null
  const isPrinting = useIsPrinting()
  // People who came to edit see the grid they would have edited.
  const [way, setWay] = useState<'table' | 'grid'>(isWaitedFor ? 'grid' : 'table')
  const shownWay = hasGrid ? way : 'table'
  return (
    <div className="sheet-view">
      {hasGrid && (
        <div className="sheet-ways" role="group" aria-label={t('view.label')}>
          {(['table', 'grid'] as const).map((each) => (
            <button key={each} type="button" aria-pressed={each === shownWay} onClick={() => setWay(each)}>
              {t(`view.${each}`)}
            </button>
          ))}
        </div>
      )}
      {shownWay === 'table' && <SheetTables workbook={workbook} shown={shown} />}
      {isPrinting && <PrintedSheets workbook={workbook} shown={shown} />}
      {shownWay === 'grid' && (
        <div className="sheet-reading">
          <Part waiting={<p role="status">{t('loading')}</p>}>
            <SheetFace key={content} content={content} pageKey="" isReadOnly commands={[]} {...NOTHING_WRITTEN} />
          </Part>
        </div>
      )}
    </div>
  )
}

const NOTHING_WRITTEN = { onTouched: () => undefined, onFiles: () => undefined, onControls: () => undefined }

interface SheetsProps {
  readonly workbook: ReadWorkbook
  readonly shown: ShownTexts
}

interface Shown {
  /** Among the sheets that are shown. */
  readonly chosen: number
  /** Where a link led to. */
  readonly reached: { readonly place: number } | null
}

/** A table for each sheet, in tabs. */
function SheetTables({ workbook, shown }: SheetsProps) {
  const t = useSheetText()
  const tabs = useMemo(() => shownSheets(workbook.sheets), [workbook])
  const [{ chosen, reached }, setShown] = useState<Shown>({ chosen: 0, reached: null })
  const choose = (at: number) => setShown({ chosen: at, reached: null })
  const reach = useCallback(
    ({ sheet: name, place }: LinkedPlace) => {
      const found = tabs.findIndex(([, each]) => each.name.toLowerCase() === name.toLowerCase())
      if (found >= 0) setShown({ chosen: found, reached: { place } })
    },
    [tabs],
  )
  const id = useId()
  const tab = Math.min(chosen, tabs.length - 1)
  const [at, sheet] = tabs[tab] ?? []
  if (at === undefined || !sheet) return <p>{t('unreadable')}</p>
  const hasTabs = tabs.length > 1
  return (
    <>
      {(workbook.isCut || !workbook.isWhole) && <p className="sheet-note">{t(workbook.isWhole ? 'cut' : 'broken')}</p>}
      {hasTabs && <SheetTabs id={id} names={tabs.map(([, { name }]) => name)} chosen={tab} onChoose={choose} />}
      <div
        className="sheet-shown"
        {...(hasTabs ? { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${tab}` } : {})}
      >
        <SheetTable
          key={at}
          sheet={sheet}
          textAt={(place) => shown.at(at, place)}
          valueAt={(place) => shown.value(at, place)}
          reached={reached}
          onReach={reach}
        />
      </div>
    </>
  )
}

/** All sheets, one below the other with their names, as nobody can choose on paper. */
function PrintedSheets({ workbook, shown }: SheetsProps) {
  return (
    <div className="sheets-printed">
      {shownSheets(workbook.sheets).map(([at, sheet], _, all) => (
        <section key={at}>
          {all.length > 1 && <h2>{sheet.name}</h2>}
          <SheetTable
            sheet={sheet}
            isWhole
            textAt={(place) => shown.at(at, place)}
            valueAt={(place) => shown.value(at, place)}
          />
        </section>
      ))}
    </div>
  )
}

interface SheetTabsProps {
  readonly id: string
  readonly names: readonly string[]
  readonly chosen: number
  onChoose(at: number): void
}

function SheetTabs({ id, names, chosen, onChoose }: SheetTabsProps) {
  const t = useSheetText()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const next = { ArrowRight: chosen + 1, ArrowLeft: chosen - 1, Home: 0, End: names.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const at = (next + names.length) % names.length
    onChoose(at)
    list.current?.querySelectorAll('button')[at]?.focus()
  }
  return (
    <div className="sheet-tabs" role="tablist" aria-label={t('sheets')} ref={list} tabIndex={-1} onKeyDown={move}>
      {names.map((name, at) => (
        <button
          // Names may not be unique.
          key={`${at} ${name}`}
          type="button"
          role="tab"
          id={`${id}-${at}`}
          aria-selected={at === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={at === chosen ? 0 : -1}
          onClick={() => onChoose(at)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
