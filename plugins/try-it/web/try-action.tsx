import { Send } from 'lucide-react'
import { useEntryAnswer } from '#web/extensions/entries-together.tsx'
import type { PageActionProps } from '#web/extensions/points.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import { useTryText } from './texts.ts'
import { tryApi } from './try-api.ts'

const QUIET = { meta: { isQuiet: true } } as const

/** Opens the form for the call that a page describes. */
export function TryAction({ pageId }: PageActionProps) {
  const t = useTryText()
  const allowed = useEntryAnswer(tryApi.mayTry.useQuery({ pageId }, QUIET))
  return allowed?.mayTry === true ? (
    <MenuItem icon={<Send />} href={`/try-it/${pageId}`}>
      {t('action')}
    </MenuItem>
  ) : null
}
