import { useTranslation } from 'react-i18next'
import type { ToolEntry } from '#web/extensions/editor-tools.tsx'
import type { PageLock } from './use-page-lock.ts'

/** Locking and unlocking by hand, as entries of the menu beside the save button (EDIT-10). */
export function useLockTools({ state, keeper }: PageLock): readonly ToolEntry[] {
  const { t } = useTranslation('lock')
  if (state.kind === 'held')
    return [{ key: 'lock', place: 'save', title: t('tool.unlock'), open: () => void keeper.release() }]
  if (state.kind === 'off')
    return [{ key: 'lock', place: 'save', title: t('tool.lock'), open: () => void keeper.take() }]
  return []
}
