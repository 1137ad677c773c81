import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/api/api-types.ts'

export type Change = AnswerOf<CoreOperations['item']['changes']>['list'][number]

/** The text for each kind of change; other kinds are described by the words sent with them. */
const PHRASES = {
  'item create': 'did.itemCreate',
  'item copy': 'did.itemCopy',
  'item update': 'did.itemUpdate',
  'item sort': 'did.itemSort',
  'item archive': 'did.itemArchive',
  'item transfer': 'did.itemTransfer',
  'item resetKey': 'did.itemResetKey',
  'page create': 'did.pageCreate',
  'page update': 'did.pageUpdate',
  'page move': 'did.pageMove',
  'page restore': 'did.pageRestore',
  'page recover': 'did.pageRecover',
  'page comment': 'did.pageComment',
  'page share': 'did.pageShare',
  'page unshare': 'did.pageUnshare',
  'page breakLock': 'did.pageBreakLock',
  'page delete': 'did.pageDelete',
  'catalog create': 'did.catalogCreate',
  'catalog update': 'did.catalogUpdate',
  'catalog copy': 'did.catalogCopy',
  'catalog move': 'did.catalogMove',
  'catalog sort': 'did.catalogSort',
  'catalog delete': 'did.catalogDelete',
  'member create': 'did.memberCreate',
  'member update': 'did.memberUpdate',
  'member delete': 'did.memberDelete',
  'member leave': 'did.memberLeave',
  'team bind': 'did.teamBind',
  'team unbind': 'did.teamUnbind',
  'team update': 'did.teamUpdate',
  'team join': 'did.teamJoin',
  'team leave': 'did.teamLeave',
  'team delete': 'did.teamDelete',
  'attachment create': 'did.attachmentCreate',
  'attachment delete': 'did.attachmentDelete',
  'template share': 'did.templateShare',
  'template unshare': 'did.templateUnshare',
} as const

type Told = keyof typeof PHRASES
const isTold = (kind: string): kind is Told => kind in PHRASES

/** The text key of a change. */
export function phraseOf({ object, action }: Pick<Change, 'object' | 'action'>): (typeof PHRASES)[Told] | 'did.other' {
  const kind = `${object} ${action}`
  return isTold(kind) ? PHRASES[kind] : 'did.other'
}
