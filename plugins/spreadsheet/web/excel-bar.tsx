import { FileDown, FileUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { saveFile } from '#web/parts/save-file.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { SHEET_LIMITS } from '../workbook.ts'
import type { ImportedSheets } from '../xlsx/excel-files.ts'
import { useSheetText } from './texts.ts'

export interface ExcelBarProps {
  readonly isReadOnly: boolean
  /** The current content. */
  content(): Promise<string>
  /** Replaces the displayed content. */
  onImported(content: string): void
}

/** Of every exported workbook (spec §9). */
const FILE_NAME = 'octavo.xlsx'
const MOST_NAMED = 5

/** Exports sheets as an Excel file, and imports one. Both happen in the browser: no server has to trust the file. */
export function ExcelBar({ isReadOnly, content, onImported }: ExcelBarProps) {
  const t = useSheetText()
  const lossesId = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [read, setRead] = useState<ImportedSheets | null>(null)
  const [isBusy, setBusy] = useState(false)
  const during = async (work: () => Promise<void>, failure: string) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      reportError(error)
      showToast(failure, 'bad')
    } finally {
      setBusy(false)
    }
  }
  const take = (file: File | undefined) =>
    file &&
    during(async () => {
      const { ClosedWorkbook, contentOfXlsx } = await import('../xlsx/excel-files.ts')
      const { TooLargeWorkbook } = await import('../xlsx/read-xlsx.ts')
      try {
        setRead(await contentOfXlsx(file))
      } catch (error) {
        if (error instanceof ClosedWorkbook) return showToast(t('import.closed'), 'bad')
        if (!(error instanceof TooLargeWorkbook)) throw error
        const { sheets, cells, rows } = SHEET_LIMITS
        showToast(t('import.tooLarge', { sheets, cells: cells.toLocaleString(), rows: rows.toLocaleString() }), 'bad')
      }
    }, t('import.failed'))
  const save = () =>
    during(async () => {
      const { textsTooLong, xlsxOf } = await import('../xlsx/excel-files.ts')
      const current = await content()
      saveFile(FILE_NAME, await xlsxOf(current))
      const cells = textsTooLong(current).slice(0, MOST_NAMED)
      if (cells.length > 0) showToast(t('exportCut', { cells: cells.join(', ') }), 'bad')
    }, t('exportFailed'))
  return (
    <>
      {!isReadOnly && (
        <>
          <WaitingButton look="quiet" isOff={isBusy} onClick={() => picker.current?.click()}>
            <FileUp aria-hidden />
            {t('import.action')}
          </WaitingButton>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label={t('import.title')}
            accept=".xlsx"
            onChange={({ target }) => {
              void take(target.files?.[0])
              // The same file may be chosen again.
              target.value = ''
            }}
          />
        </>
      )}
      <WaitingButton look="quiet" isOff={isBusy} onClick={() => void save()}>
        <FileDown aria-hidden />
        {t('export')}
      </WaitingButton>
      {read !== null && (
        <ConfirmDialog
          title={t('import.title')}
          text={t('import.hint')}
          action={t('import.take')}
          onConfirm={() => {
            setRead(null)
            onImported(read.content)
          }}
          onClose={() => setRead(null)}
        >
          {read.losses.length > 0 && (
            <>
              <p id={lossesId}>{t('import.losses')}</p>
              <ul aria-labelledby={lossesId}>
                {read.losses.map(([loss, count]) => (
                  <li key={loss}>{t('import.lossCount', { what: t(`loss.${loss}`), number: count })}</li>
                ))}
              </ul>
            </>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
