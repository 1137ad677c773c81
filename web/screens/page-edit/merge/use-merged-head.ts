import { useState } from 'react'
import type { MergeChoice } from '#core/page/kind.ts'
import type { PageDraft } from '#web/editor/drafts.ts'

type Head = Pick<PageDraft, 'title' | 'catalogId'>

export interface MergedHead {
  /** Both sides gave the page a title of their own, of which one is to be chosen. */
  readonly isTitleOpen: boolean
  readonly choice: MergeChoice | null
  choose(choice: MergeChoice): void
  /** What the joined page is called and where it lies; null while the title is not decided. */
  readonly head: Head | null
}

/** Joins the titles and the catalogs of a page: the side that alone changed counts. */
export function useMergedHead(base: Head, mine: Head, theirs: Head): MergedHead {
  const [choice, choose] = useState<MergeChoice | null>(null)
  const isTitleOpen = mine.title !== theirs.title && mine.title !== base.title && theirs.title !== base.title
  const kept = isTitleOpen ? choice : theirs.title === base.title ? 'mine' : 'theirs'
  const catalogId = mine.catalogId === base.catalogId ? theirs.catalogId : mine.catalogId
  const head = kept && { title: (kept === 'mine' ? mine : theirs).title, catalogId }
  return { isTitleOpen, choice, choose, head }
}
