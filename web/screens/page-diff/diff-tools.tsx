import { ArrowDown, ArrowLeft, ArrowUp, Columns2, Rows2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import type { ChangeSteps } from './use-change-steps.ts'

export interface DiffToolsProps {
  /** The page; null while unknown. */
  readonly back: string | null
  readonly changes: number
  readonly steps: ChangeSteps
  readonly isInline: boolean
  /** Null when there is no space for two columns. */
  readonly onInline: ((isInline: boolean) => void) | null
}

/** Navigation between changes, and back to the page. */
export function DiffTools({ back, changes, steps, isInline, onInline }: DiffToolsProps) {
  const { t } = useTranslation('compare')
  return (
    <>
      {changes > 0 && (
        <span className="diff-steps" role="group" aria-label={t('steps')}>
          <span role="status">
            {steps.at === 0 ? t('changes', { count: changes }) : t('step', { at: steps.at, count: changes })}
          </span>
          <IconButton label={t('previous')} aria-keyshortcuts="Alt+ArrowUp" onClick={() => steps.goTo(steps.at - 1)}>
            <ArrowUp />
          </IconButton>
          <IconButton label={t('next')} aria-keyshortcuts="Alt+ArrowDown" onClick={() => steps.goTo(steps.at + 1)}>
            <ArrowDown />
          </IconButton>
        </span>
      )}
      {onInline && (
        <Button onClick={() => onInline(!isInline)}>
          {isInline ? <Columns2 aria-hidden /> : <Rows2 aria-hidden />}
          {t(isInline ? 'sideBySide' : 'inline')}
        </Button>
      )}
      {back !== null && (
        <ButtonLink href={back}>
          <ArrowLeft aria-hidden />
          {t('back')}
        </ButtonLink>
      )}
    </>
  )
}
