import { FileInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useBackstageText } from '../../texts.ts'
import { peopleIn, type TypedPerson } from './people-rows.ts'
import { PlannedTable } from './planned-table.tsx'

export interface SeveralDialogProps {
  onClose(): void
}

/** The server's limit per call. */
const MOST = 500

/** Adds the people in a table, after a preview of the outcome for each row. */
export function SeveralDialog({ onClose }: SeveralDialogProps) {
  const t = useBackstageText()
  const cache = api.useUtils()
  const [text, setText] = useState('')
  const [looked, setLooked] = useState<readonly TypedPerson[] | null>(null)
  const [isEmpty, setEmpty] = useState(false)
  const preview = api.adminUser.previewSeveral.useQuery(
    { people: [...(looked ?? [])] },
    { enabled: looked !== null, staleTime: 0, retry: false, meta: { isQuiet: true } },
  )
  const add = api.adminUser.addSeveral.useMutation({
    meta: { isQuiet: true },
    onSuccess: async ({ added, invited }) => {
      showToast(t('people.several.done', { added, invited }))
      onClose()
      await Promise.all([cache.adminUser.invalidate(), cache.invitation.invalidate()])
    },
  })
  const rows = looked === null ? undefined : preview.data?.rows
  const good = (looked ?? []).filter((_, at) => rows?.[at]?.problem === '')
  const typed = (value: string) => {
    setText(value)
    setLooked(null)
    setEmpty(false)
    add.reset()
  }
  const submit = () => {
    if (rows && good.length > 0) return add.mutate({ people: [...good] })
    const people = peopleIn(text)
    setEmpty(people.length === 0 || people.length > MOST)
    if (people.length > 0 && people.length <= MOST) setLooked(people)
  }
  const isReady = rows !== undefined && good.length > 0
  return (
    <FormDialog
      title={t('people.several.title')}
      text={[t('people.several.text'), t('people.several.columns')]}
      action={isReady ? t('people.several.action', { number: good.length }) : t('people.several.preview')}
      isBusy={preview.isFetching || add.isPending || (rows !== undefined && good.length === 0)}
      error={add.error ?? (looked === null ? null : preview.error)}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onClose={onClose}
    >
      <FileInput
        label={t('people.several.file')}
        placeholder={t('list.chooseFile')}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        clearable
        onChange={(file) => void file?.text().then(typed)}
      />
      <Textarea
        label={t('people.several.rows')}
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        value={text}
        error={isEmpty && t('people.several.none', { most: MOST })}
        onChange={({ currentTarget: { value } }) => typed(value)}
      />
      {rows && <PlannedTable people={looked ?? []} rows={rows} />}
    </FormDialog>
  )
}
