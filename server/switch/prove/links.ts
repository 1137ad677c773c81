import type { CarriedRecord } from '#adapters/database/carried-records.ts'
import { filesElsewhere, formerFiles } from '#core/attachment/former-address.ts'
import { digestOfKey } from '#core/page/link.ts'
import { itemsIn } from '../items.ts'
import { linkThere } from '../key-notes.ts'
import type { ShowdocLink } from '../links-in.ts'
import { pageLinksIn } from '../pages.ts'
import { pathInUploads } from '../uploads-folder.ts'
import { filesIn } from '../files.ts'
import { isElsewhere } from '../plan/files.ts'
import { hasCome } from '../row-sums.ts'
import { leadingHere } from './leading-here.ts'
import type { Proving } from './proving.ts'

/** A link that does not lead to its target. */
export interface BrokenLink {
  /** The id in ShowDoc of its page. */
  readonly pageId: number
  readonly address: string
}

export interface LinksReceipt {
  readonly followed: number
  /** How many of these were rewritten to addresses here, because that was chosen. */
  readonly rewritten: number
  /** How many addresses of files were rewritten, because other files here have the same. */
  readonly readdressed: number
  /** Those that worked in ShowDoc, but not here. */
  readonly broken: readonly BrokenLink[]
  /** Those to what was deleted, changed or ended here since it came. */
  readonly changedHere: readonly BrokenLink[]
  /** Those by a domain or a number that means something else here, as another item had it first. */
  readonly taken: readonly BrokenLink[]
  /** Those of the only item to come that lead to others in ShowDoc. */
  readonly outside: readonly BrokenLink[]
  /** Those that were already broken in ShowDoc. */
  readonly brokenBefore: readonly BrokenLink[]
}

/** Checks every link of every page to items, pages and files of the same ShowDoc, in both places. */
export async function followedLinks(proving: Proving): Promise<LinksReceipt> {
  const { carried, closed, showdoc } = proving
  const open = [...carried.texts].flatMap(([itemId, texts]) => (closed.has(itemId) ? [] : [texts]))
  const isOpen = new Set(open.flatMap(({ pageSums }) => [...pageSums.keys()]))
  const { there, here, changed } = await targetsOf(proving)
  const leading = leadingHere(proving)
  const broken: BrokenLink[] = []
  const changedHere: BrokenLink[] = []
  const taken: BrokenLink[] = []
  const outside: BrokenLink[] = []
  const brokenBefore: BrokenLink[] = []
  let followed = 0
  /** @returns whether it leads from one thing that is there to one that is here */
  const follow = (at: BrokenLink, from: readonly string[], to: readonly string[] = from): boolean => {
    followed += 1
    const wasBroken = !from.every((target) => there.has(target))
    const isBroken = !to.every((target) => here.has(target))
    const isOutside = from.every((target) => there.has(target) || showdoc.others.has(target))
    if (wasBroken && isOutside) outside.push(at)
    else if (wasBroken) brokenBefore.push(at)
    else if (isBroken) (to.some((target) => changed.has(target)) ? changedHere : broken).push(at)
    return !wasBroken && !isBroken
  }
  const followKept = async (pageId: number, link: ShowdocLink): Promise<void> => {
    const at = { pageId, address: link.address }
    if (!follow(at, neededBy(link)) || link.kind === 'shared' || (await leading.leads(link))) return
    const lost = leading.isTaken(link) ? taken : broken
    lost.push(at)
  }
  const { formerSigns, signsOfPaths } = carried.readdressed
  let rewritten = 0
  const shown = new Map<number, string[]>()
  for (const [pageId, links] of carried.rewritten)
    for (const { link, target, isShown } of isOpen.has(pageId) ? links : []) {
      follow({ pageId, address: link.address }, neededBy(link), [target])
      rewritten += 1
      if (isShown) shown.set(pageId, [...(shown.get(pageId) ?? []), link.address])
    }
  for (const [pageId, link] of open.flatMap(({ shortLinks }) =>
    [...shortLinks].flatMap(([pageId, some]) => some.map((link) => [pageId, link] as const)),
  )) {
    const isOfHere = carried.rewritten.get(pageId)?.some(({ target }) => target === link.address) ?? false
    // Paths to nothing are taken for those of other programs.
    const isOfShowdoc = neededBy(link).every((target) => there.has(target) || showdoc.others.has(target))
    if (!isOfHere && isOfShowdoc) await followKept(pageId, link)
  }
  for (const { links, named } of open) {
    for (const [pageId, some] of links)
      for (const link of without(some, shown.get(pageId) ?? [])) await followKept(pageId, link)
    for (const [pageId, { signs, paths }] of named) {
      // After addresses were rewritten, those of before are of other hosts.
      for (const sign of signs)
        if (!formerSigns.has(sign)) follow({ pageId, address: `visitFile&sign=${sign}` }, [`sign ${sign}`])
      for (const place of paths)
        if (!signsOfPaths.has(place)) follow({ pageId, address: `Public/Uploads/${place}` }, [`path ${place}`])
    }
  }
  const readdressed = [...carried.readdressed.texts.values()]
    .flatMap((counts) => [...counts.values()])
    .reduce((sum, count) => sum + count, 0)
  return { followed, rewritten, readdressed, broken, changedHere, taken, outside, brokenBefore }
}

/** The links of a text but for the addresses that stand in it as the text of a rewritten link. */
function without(links: readonly ShowdocLink[], shown: readonly string[]): readonly ShowdocLink[] {
  const left = [...shown]
  return links.filter(({ address }) => {
    const at = left.indexOf(address)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/**
 * The names of what has to be there for a link to lead to its target. Both systems open a page below the address of an
 * item only if the item is there; it may be another one than that of the page, which was moved then.
 */
function neededBy(link: ShowdocLink): readonly string[] {
  if (link.kind === 'shared') return [`key ${link.key}`]
  if (link.kind === 'page') return [`page ${link.pageId}`]
  const item = `item ${link.item.toLowerCase()}`
  return link.pageId === null ? [item] : [item, `page ${link.pageId}`]
}

interface Targets {
  readonly there: ReadonlySet<string>
  readonly here: ReadonlySet<string>
  /** Those that came earlier and were deleted, changed or ended here since. */
  readonly changed: ReadonlySet<string>
}

/**
 * The possible targets, by the ids of ShowDoc, which the texts contain; those here also by the addresses of here, which
 * rewritten links have. A file whose address leads to one of another ShowDoc, as after a second one with the same signs and
 * paths, is not here.
 */
async function targetsOf({ showdoc, carried, application, closed }: Proving): Promise<Targets> {
  const there = new Set<string>()
  const here = new Set<string>()
  const changed = new Set<string>()
  const both = (target: string, isHere: boolean): void => {
    there.add(target)
    if (isHere) here.add(target)
  }
  const { database, look } = showdoc
  const { idsHere, records, keys } = carried.arrangement
  const sourceOf = (kind: 'item' | 'page'): ReadonlyMap<number, number> =>
    new Map([...(idsHere.get(kind) ?? [])].map(([source, id]) => [id, source]))
  const itemThere = sourceOf('item')
  const pageThere = sourceOf('page')
  const { pages } = application.product.database
  for (const { id, domain } of itemsIn(database)) {
    if (closed.has(id)) continue
    const isHere = carried.texts.has(id)
    both(`item ${itemThere.get(id) ?? id}`, isHere)
    if (domain !== '') both(`item ${domain.toLowerCase()}`, isHere)
    if (isHere) here.add(`/${id}`)
    const live = new Set((await pages.headsOf(id)).map((head) => head.id))
    for (const pageId of carried.texts.get(id)?.livePageIds ?? []) {
      const name = `page ${pageThere.get(pageId) ?? pageId}`
      both(name, live.has(pageId))
      if (live.has(pageId)) here.add(`/${id}/${pageId}`)
      else if (wasChanged(records.get('page')?.get(pageId)))
        for (const each of [name, `/${id}/${pageId}`]) changed.add(each)
    }
  }
  const isLive = new Set([...carried.texts].flatMap(([id, { livePageIds }]) => (closed.has(id) ? [] : livePageIds)))
  const { pageLinks } = application.product.database
  const { services } = application.product
  for (const link of pageLinksIn(database)) {
    const { key, pageId, until } = link
    if (!isLive.has(pageId) || (until !== null && until <= carried.plan.now)) continue
    const isHere = (await pageLinks.pageOf(digestOfKey(services, key), carried.plan.now)) === pageId
    both(`key ${key}`, isHere)
    if (isHere) here.add(`/p/${key}`)
    else if (!NEW.has(keys.links.stateOf(linkThere(link))))
      for (const each of [`key ${key}`, `/p/${key}`]) changed.add(each)
  }
  const isFile = new Set(look.uploads.paths)
  const tokens = new Set(carried.files.map(({ attachment }) => attachment?.token))
  const { number } = carried.arrangement.source
  const deleted = new Set(carried.files.flatMap(({ planned, attachment }) => (attachment ? [] : [planned.path])))
  for (const place of deleted) changed.add(`path ${place}`)
  for (const { sign, address } of filesIn(database)) {
    const place = pathInUploads(address)
    if (isElsewhere(address)) {
      const known = await filesElsewhere(application.product.database).byKey(sign)
      both(`sign ${sign}`, known !== null && (known.data.source ?? 1) === number)
    } else if (place !== null && isFile.has(place)) both(`sign ${sign}`, tokens.has(sign))
    if (place !== null && deleted.has(place)) changed.add(`sign ${sign}`)
  }
  const atPath = new Map(
    carried.files.flatMap(({ planned, attachment }) =>
      planned.isAtPath ? [[planned.path, attachment?.token] as const] : [],
    ),
  )
  // In the texts, these signs are in place of the paths: each must lead to the file at its path and to no other.
  for (const [place, sign] of carried.readdressed.signsOfPaths) {
    if (!isFile.has(place)) continue
    there.add(`sign ${sign}`)
    if (atPath.get(place) === sign) here.add(`sign ${sign}`)
    else here.delete(`sign ${sign}`)
  }
  const former = formerFiles(application.product.database)
  for (const place of look.uploads.paths) {
    const token = atPath.get(place)
    both(`path ${place}`, token !== undefined && (await former.byKey(place))?.data.token === token)
  }
  return { there, here, changed }
}

const wasChanged = (record: CarriedRecord | undefined): boolean => hasCome(record) && record.here !== 'asItCame'

/** Of keys that had not come before. */
const NEW: ReadonlySet<string> = new Set(['new', 'former'])
