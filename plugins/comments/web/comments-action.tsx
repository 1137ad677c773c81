import { MessageSquare } from 'lucide-react'
import { useEntryAnswer } from '#web/extensions/entries-together.tsx'
import type { PageActionProps } from '#web/extensions/points.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import { commentApi } from './comments-api.ts'
import { setPanel } from './open-panel.ts'
import { useCommentsText } from './texts.ts'

/** Opens the comments from the menu of a page. */
export function CommentsAction({ pageId }: PageActionProps) {
  const t = useCommentsText()
  const comments = useEntryAnswer(commentApi.list.useQuery({ pageId }, { meta: { isQuiet: true } }))
  if (!comments || (!comments.mayComment && comments.threads.length === 0)) return null
  return (
    <MenuItem icon={<MessageSquare />} onChoose={() => setPanel({ isOpen: true, threadId: 0 })}>
      {t('action')}
    </MenuItem>
  )
}
