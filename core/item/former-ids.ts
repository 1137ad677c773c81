import { documentsIn } from '../access/facts.ts'
import type { OpenStore } from '../ports/store.ts'

interface FormerId {
  readonly id: number
}
/** Things that addresses of another system identify by a number. */
export type NumberedThing = 'item' | 'page' | 'catalog'

/** Ids that had to change because the original id was taken here: by `item 5` or `page 30`. */
export const formerIds = (store: Pick<OpenStore, 'documents'>) =>
  documentsIn(store).collection<FormerId>('switch.former-ids')

/** The id here for an id in addresses of another system; unchanged when no mapping exists. */
export const idHere = async (store: Pick<OpenStore, 'documents'>, thing: NumberedThing, id: number): Promise<number> =>
  (await formerIds(store).byKey(`${thing} ${id}`))?.data.id ?? id
