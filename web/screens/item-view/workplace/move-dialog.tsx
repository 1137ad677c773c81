import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import type { MenuNode } from '../menu-nodes.ts'
import { destinationsFor, homeOf, type Target } from './tree-moves.ts'

export interface MoveDialogProps {
  readonly nodes: readonly MenuNode[]
  readonly moved: readonly MenuNode[]
  onMove(target: Target): void
  onClose(): void
}

/** Asks for the target catalog, offering another than theirs at first; things are moved to its end. */
export function MoveDialog({ nodes, moved, onMove, onClose }: MoveDialogProps) {
  const { t } = useTranslation('tree')
  const [first] = moved
  const destinations = [
    { value: '0', label: t('move.top') },
    ...destinationsFor(nodes, moved).map(({ id, path }) => ({ value: String(id), label: path.join(' / ') })),
  ]
  const home = homeOf(nodes, moved)
  const isHome = ({ value }: (typeof destinations)[number]) => value === String(home)
  const place = destinations.find(isHome)?.label
  const [into, setInto] = useState(() => Number(destinations.find((each) => !isHome(each))?.value ?? 0))
  return (
    <FormDialog
      title={
        moved.length === 1 ? t('move.one', { title: first?.title ?? '' }) : t('move.several', { count: moved.length })
      }
      action={t('move.action')}
      isBusy={false}
      error={null}
      onSubmit={(event) => {
        event.preventDefault()
        onMove({ into, beforePage: 0, beforeCatalog: 0 })
        onClose()
      }}
      onClose={onClose}
    >
      <NativeSelect
        label={t('move.into')}
        description={place !== undefined && t('move.from', { place })}
        data={destinations}
        value={String(into)}
        onChange={(event) => setInto(Number(event.currentTarget.value))}
      />
    </FormDialog>
  )
}
