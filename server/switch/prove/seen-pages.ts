import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { articleOf } from '#core/page/content.ts'
import { pagesOf, type ShowdocPage } from '../pages.ts'
import { answerOf, callerOf, type Proving } from './proving.ts'

/** A page as a reader sees it here, compared with its text in ShowDoc. */
export interface SeenPage {
  readonly id: number
  readonly title: string
  readonly isSame: boolean
}

export interface SeenPagesReceipt {
  /** The total number of pages. */
  readonly of: number
  readonly compared: number
  readonly differing: readonly SeenPage[]
  readonly pages: readonly SeenPage[]
}

const MOST = 200
const Answer = z.object({ pageTitle: z.string(), html: z.string() })

/** Opens random pages as the owners of their items, and compares what is shown. */
export async function comparedSeenPages(proving: Proving): Promise<SeenPagesReceipt> {
  const { carried, closed } = proving
  const { plan, texts, keptPages } = carried
  const open = plan.items.filter(({ item }) => !closed.has(item.id))
  const live = open.flatMap(({ item }) =>
    (texts.get(item.id)?.livePageIds ?? []).filter((id) => !keptPages.has(id)).map((id) => ({ id, item })),
  )
  const chosen = Map.groupBy(someOf(live, MOST), ({ item }) => item.id)
  const pages: SeenPage[] = []
  for (const [itemId, some] of chosen) {
    const wanted = new Set(some.map(({ id }) => id))
    for (const page of pagesOf(proving.showdoc.database, itemId))
      if (wanted.has(page.id)) pages.push(await seen(proving, page, some[0]?.item))
  }
  return { of: live.length, compared: pages.length, differing: pages.filter(({ isSame }) => !isSame), pages }
}

type Item = Proving['carried']['plan']['items'][number]['item']

async function seen({ application }: Proving, page: ShowdocPage, item: Item | undefined): Promise<SeenPage> {
  if (!item) throw new Error(`page ${page.id} is in no item`)
  const owner = await application.product.database.users.byId(item.ownerId)
  const caller = callerOf(application, { id: item.ownerId, isAdmin: owner?.isAdmin ?? false })
  const here = Answer.parse(await answerOf(application, 'page.view', caller, { pageId: page.id }))
  const { services } = application.product
  const there = await articleOf({ services, session: caller.session }, item, page.content.replaceAll('\0', ''), 'long')
  const isTitled = page.title.trim() === '' || here.pageTitle === page.title.trim()
  return { id: page.id, title: here.pageTitle, isSame: isTitled && here.html === there.html }
}

/** This many of them, all equally likely. */
function someOf<T>(all: readonly T[], most: number): readonly T[] {
  const left = [...all]
  const chosen: T[] = []
  while (chosen.length < most && left.length > 0) chosen.push(...left.splice(randomInt(left.length), 1))
  return chosen
}
