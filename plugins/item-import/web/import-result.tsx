import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { Button, ButtonLink } from '#web/parts/button.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { FollowedTask } from '#web/tasks/followed-task.tsx'
import { useImportText } from './texts.ts'
import { UndoDialog } from './undo-dialog.tsx'

export interface ImportResultProps {
  readonly taskId: number
  readonly importId: string
  onAgain(): void
}

/** The running import, and actions for its result. */
export function ImportResult({ taskId, importId, onAgain }: ImportResultProps) {
  const t = useImportText()
  const utils = api.useUtils()
  const [isAsking, setAsking] = useState(false)
  const renew = () => {
    void utils.item.invalidate()
    void utils.import.list.invalidate()
  }
  const undo = api.import.undo.useMutation({
    meta: { isQuiet: true },
    onSuccess: renew,
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <FollowedTask
        taskId={taskId}
        onEnd={renew}
        isOpenedHere
        ended={({ state, resultPath }) => (
          <>
            <FormAlert error={undo.error} />
            {undo.data && (
              <p>{t('undone', { recycled: undo.data.recycled, restored: undo.data.restored, kept: undo.data.kept })}</p>
            )}
            <div className="form-actions">
              {state === 'done' && (
                <ButtonLink look="primary" href={resultPath}>
                  {t('open')}
                </ButtonLink>
              )}
              {state === 'done' && !undo.data && <Button onClick={() => setAsking(true)}>{t('undo')}</Button>}
              <Button look="quiet" onClick={onAgain}>
                {t('again')}
              </Button>
            </div>
          </>
        )}
      />
      {isAsking && (
        <UndoDialog
          isBusy={undo.isPending}
          onConfirm={() => undo.mutate({ importId })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
