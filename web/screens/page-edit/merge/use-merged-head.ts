import { useState } from 'react'
import type { MergeChoice } from '#core/page/kind.ts'
import type { PageDraft } from '#web/editor/drafts.ts'

type Head = Pick<PageDraft, 'title' | 'catalogId'>

export interface MergedHead {
  /** Both sides changed the title, and one must be chosen. */
  readonly isTitleOpen: boolean
  readonly choice: MergeChoice | null
  choose(choice: MergeChoice): void
  /** The title and catalog of the merged page; null while the title is undecided. */
  readonly head: Head | null
}

/** Merges the titles and the catalogs of a page: if only one side changed something, it wins. */
export function useMergedHead(base: Head, mine: Head, theirs: Head): MergedHead {
  const [choice, choose] = useState<MergeChoice | null>(null)
  const isTitleOpen = mine.title !== theirs.title && mine.title !== base.title && theirs.title !== base.title
  const kept = isTitleOpen ? choice : theirs.title === base.title ? 'mine' : 'theirs'
  const catalogId = mine.catalogId === base.catalogId ? theirs.catalogId : mine.catalogId
  const head = kept && { title: (kept === 'mine' ? mine : theirs).title, catalogId }
  return { isTitleOpen, choice, choose, head }
}
