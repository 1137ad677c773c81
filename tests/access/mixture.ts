import type { Scene } from './scene.ts'

/** No id of anything. */
export const MISSING = 2_000_000_000
type Ids = Pick<
  Scene,
  | 'itemId'
  | 'ownerId'
  | 'catalogId'
  | 'pageId'
  | 'versionId'
  | 'uniqueKey'
  | 'commentId'
  | 'recycledId'
  | 'membershipId'
  | 'teamId'
  | 'teamItemMemberId'
  | 'templateId'
  | 'fileId'
  | 'ownFileId'
  | 'visitPassword'
  | 'freeUsername'
  | 'mateUsername'
>
/** What `theirs` is when there is nothing of theirs. */
export const NOTHING: Ids = {
  itemId: MISSING,
  ownerId: MISSING,
  catalogId: MISSING,
  pageId: MISSING,
  versionId: MISSING,
  uniqueKey: 'nobodyhasthisone',
  commentId: MISSING,
  membershipId: MISSING,
  recycledId: MISSING,
  teamId: MISSING,
  teamItemMemberId: MISSING,
  templateId: MISSING,
  fileId: MISSING,
  ownFileId: MISSING,
  visitPassword: 'nobody has this one',
  freeUsername: 'nobody',
  mateUsername: 'nobody',
}

export interface Mixture {
  readonly operation: string
  readonly mixes: string
  /** Refused, or done without what belongs elsewhere. */
  readonly ends: 'refused' | 'done'
  input(mine: Ids, theirs: Ids): Readonly<Record<string, unknown>>
}

/** A call that is refused whatever it mixes. */
export const refused = (operation: string, mixes: string, input: Mixture['input']): Mixture => ({
  operation,
  mixes,
  ends: 'refused',
  input,
})
