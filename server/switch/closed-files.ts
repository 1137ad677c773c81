import type { CarriedFile } from './carry-files.ts'
import type { CarriedItems } from './carry-items.ts'
import { isOpen } from './item-access.ts'
import type { Step } from './step.ts'
import { itemsOfPages } from './write-belongings.ts'

/**
 * ShowDoc gave a file to everybody who had its address. Here it takes the right to read a page that uses it, so the receipt
 * tells of each closed item how many files are no longer given to everybody, and of each person how many no page uses any more.
 */
export async function tellClosedFiles(
  { application, plan }: Pick<Step, 'application' | 'plan'>,
  files: readonly CarriedFile[],
  texts: CarriedItems['texts'],
): Promise<void> {
  const access = await application.carrying.carry((rows) => rows.accessOf([...texts.keys()]))
  const itemOf = itemsOfPages(texts)
  const counts = { item: new Map<number, number>(), user: new Map<number, number>() }
  const count = (of: keyof typeof counts, id: number): unknown => counts[of].set(id, (counts[of].get(id) ?? 0) + 1)
  for (const { planned, attachment } of files) {
    // One that no page has ever used is still given to whoever has its address.
    if (attachment === null || !planned.wasBound) continue
    const items = new Set(planned.uses.flatMap(({ pageId }) => itemOf.get(pageId) ?? []))
    if (items.size === 0) count('user', attachment.ownerId)
    else if (![...items].some((id) => isOpen(access.get(id)))) for (const id of items) count('item', id)
  }
  for (const [id, some] of counts.item) plan.findings.change('item', id, 'filesOfClosed', { count: some })
  for (const [id, some] of counts.user) plan.findings.change('user', id, 'filesOfNobody', { count: some })
}
