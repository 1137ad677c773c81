import type { OpenStore } from '../ports/store.ts'

interface FormerId {
  readonly id: number
}
/** What addresses of another system name by a number. */
export type NumberedThing = 'item' | 'page' | 'catalog'

/** Things of another system that have other ids here, because theirs were given: by `item 5` or `page 30`. */
export const formerIds = ({ documents }: Pick<OpenStore, 'documents'>) =>
  documents.collection<FormerId>('switch.former-ids')

/** The id here of what has this one in addresses of another system; the same where nothing else is known. */
export const idHere = async (store: Pick<OpenStore, 'documents'>, thing: NumberedThing, id: number): Promise<number> =>
  (await formerIds(store).byKey(`${thing} ${id}`))?.data.id ?? id
