import { useState } from 'react'
import { Button, ButtonLink } from '#web/parts/button.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { FollowedTask } from '#web/tasks/followed-task.tsx'
import { useImportText } from './texts.ts'
import { UndoDialog, useRenewal, useUndo } from './undo.tsx'

export interface ImportResultProps {
  readonly taskId: number
  readonly importId: string
  onAgain(): void
}

/** The running import, and actions for its result. */
export function ImportResult({ taskId, importId, onAgain }: ImportResultProps) {
  const t = useImportText()
  const renew = useRenewal()
  const [isAsking, setAsking] = useState(false)
  const { error, isPending, outcome, undo } = useUndo(() => setAsking(false))
  return (
    <>
      <FollowedTask
        taskId={taskId}
        onEnd={renew}
        isOpenedHere
        ended={({ state, resultPath }) => (
          <>
            <FormAlert error={error} />
            {outcome !== null && <p>{outcome}</p>}
            <div className="form-actions">
              {state === 'done' && (
                <ButtonLink look="primary" href={resultPath}>
                  {t('open')}
                </ButtonLink>
              )}
              {state === 'done' && outcome === null && <Button onClick={() => setAsking(true)}>{t('undo')}</Button>}
              <Button look="quiet" onClick={onAgain}>
                {t('again')}
              </Button>
            </div>
          </>
        )}
      />
      {isAsking && <UndoDialog isBusy={isPending} onConfirm={() => undo(importId)} onClose={() => setAsking(false)} />}
    </>
  )
}
