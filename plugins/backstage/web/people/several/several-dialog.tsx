import { FileInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '#web/i18n/formats.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useBackstageText } from '../../texts.ts'
import { useFileReading } from '../../use-file-reading.ts'
import { isGood } from './people-in-groups.ts'
import { peopleIn } from './people-rows.ts'
import { PlannedTable } from './planned-table.tsx'
import { tableText } from './table-text.ts'
import { useSeveralPeople } from './use-several-people.ts'

export interface SeveralDialogProps {
  onClose(): void
}

/** More than any site has in one table; a file of another kind is found before it is sent. */
const MOST = 10_000
/** A text field becomes slow above this, in UTF-16 units; the rows of a longer file are not shown in one. */
const LONGEST_SHOWN = 100_000

/** Adds the people in a table, after a preview of the outcome for each row. */
export function SeveralDialog({ onClose }: SeveralDialogProps) {
  const t = useBackstageText()
  const { number } = useFormats()
  const [text, setText] = useState('')
  const [isFile, setFile] = useState(false)
  const [isImpossible, setImpossible] = useState(false)
  const several = useSeveralPeople()
  const reading = useFileReading()
  const { planned, progress, done, error } = several
  const good = (planned ?? []).filter(isGood).length
  const isHidden = isFile && text.length > LONGEST_SHOWN
  const typed = (value: string) => {
    reading.stop()
    setText(value)
    setImpossible(false)
    several.forget()
  }
  const choose = (file: File | null) => {
    setFile(file !== null)
    // What was planned for the rows before must not be done any more.
    typed('')
    if (file)
      void reading.read(file, (bytes) => {
        if (bytes) typed(tableText(bytes))
        else setImpossible(true)
      })
  }
  const submit = () => {
    if (good > 0)
      return several.add((all) => {
        showToast(t('people.several.done', { added: number(all.added), invited: number(all.invited) }))
        onClose()
      })
    const people = peopleIn(text)
    const isPossible = people.length > 0 && people.length <= MOST
    setImpossible(!isPossible)
    if (isPossible) several.look(people)
  }
  return (
    <FormDialog
      size="wide"
      title={t('people.several.title')}
      text={[t('people.several.text'), t('people.several.columns')]}
      action={good > 0 ? t('people.several.action', { number: number(good) }) : t('people.several.preview')}
      isBusy={progress !== null}
      isReady={planned === null || good > 0}
      error={error}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onClose={onClose}
    >
      {done.added + done.invited > 0 && (
        <p role="status">
          {t('people.several.doneSoFar', { added: number(done.added), invited: number(done.invited) })}
        </p>
      )}
      <FileInput
        label={t('people.several.file')}
        placeholder={t('list.chooseFile')}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        clearable
        clearButtonProps={{ 'aria-label': t('list.removeFile') }}
        // Not disabled, which would take the focus from it. The dialog itself holds the text.
        aria-disabled={progress !== null}
        readOnly={progress !== null}
        onChange={choose}
      />
      <Textarea
        label={t('people.several.rows')}
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        disabled={isHidden}
        value={isHidden ? '' : text}
        placeholder={isHidden ? t('people.several.long') : undefined}
        error={isImpossible && t('people.several.none', { most: number(MOST) })}
        onChange={({ currentTarget: { value } }) => typed(value)}
      />
      {progress && (
        <div className="several-progress">
          <p role="status">{t(`people.several.step.${progress.step}`)}</p>
          <progress aria-label={t(`people.several.step.${progress.step}`)} max={progress.of} value={progress.done} />
          <span className="table-note">
            {t('tasks.count', { done: number(progress.done), of: number(progress.of) })}
          </span>
        </div>
      )}
      {planned && <PlannedTable planned={planned} />}
    </FormDialog>
  )
}
