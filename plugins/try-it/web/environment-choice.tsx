import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Button } from '#web/parts/button.tsx'
import { EnvironmentDialog } from './environment-dialog.tsx'
import { useTryText } from './texts.ts'
import type { Environments } from './use-environments.ts'

/** Selects the environment whose values replace the variables of a call. */
export function EnvironmentChoice({ environments, chosen, isBusy, error, choose, keep, remove }: Environments) {
  const t = useTryText()
  const [shown, setShown] = useState<'none' | 'new' | 'chosen'>('none')
  const close = () => setShown('none')
  const edited = shown === 'chosen' ? chosen : null
  return (
    <div className="try-environment">
      <NativeSelect
        label={t('environment')}
        value={chosen?.name ?? ''}
        data={[
          { value: '', label: t('environment.none') },
          ...environments.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {chosen && <Button onClick={() => setShown('chosen')}>{t('environment.edit')}</Button>}
      <Button onClick={() => setShown('new')}>{t('environment.add')}</Button>
      {shown !== 'none' && (
        <EnvironmentDialog
          environment={edited}
          taken={environments.map(({ name }) => name).filter((name) => name !== edited?.name)}
          isBusy={isBusy}
          error={error}
          onSave={(environment) => keep(environment, edited?.name ?? '', close)}
          onDelete={() => remove(edited?.name ?? '', close)}
          onClose={close}
        />
      )}
    </div>
  )
}
