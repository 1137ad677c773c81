import { requireLogin, openPage } from '../access/doors.ts'
import type { OpenPage } from '../access/opened.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Events } from '../events.ts'
import { productStore } from '../open-store.ts'
import type { OpenItemId } from '../opened-id.ts'
import { readSettings } from '../settings.ts'
import { siteSettings } from '../site/settings.ts'
import { requireRoom, textOwners } from '../site/text-limits.ts'
import { newPage, revised, type Draft, type Page } from './page.ts'
import { versionOf } from './version.ts'
import { requireWithinPageLimit } from './page-limit.ts'

export interface SaveWishes {
  /** The revision the editor started from; null to overwrite whatever is there (R9). */
  readonly baseRevision: number | null
  /** Remark for followers of the page; null to notify nobody. */
  readonly notifyRemark: string | null
  /** The draft is an earlier version. */
  readonly isRestored?: boolean
  /** Undoes somebody's change, which must not fail because of text quotas. */
  readonly isTakenBack?: boolean
}

// A try only fails when another save has succeeded, so a few are enough.
const MOST_TRIES = 5

/**
 * The only way a page changes: the previous state becomes a version, and the fact is emitted.
 * A draft that changes nothing writes nothing.
 * @param draftOn the new state, given the current page; called again when another save intervened
 * @throws DomainError pageChanged with who, when (ISO) and the newer revision; itemFull | tooMuchText; busy after
 * too many tries
 */
export async function savePage(
  ctx: CommandContext,
  opened: OpenPage,
  draftOn: (page: Page) => Draft,
  { baseRevision, notifyRemark, isRestored = false, isTakenBack = false }: SaveWishes,
): Promise<Page> {
  const authorId = requireLogin(ctx)
  let current = opened
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = current.page
    const page = revised(before, draftOn(before), authorId, ctx.services.clock.now())
    if (page === before) {
      tellFollowers(ctx, { page, isNew: false, actorId: authorId }, notifyRemark)
      return before
    }
    if (baseRevision !== null && before.revision !== baseRevision) throw pageChanged(current)
    if (!isTakenBack) await requireRoom(ctx, textOwners(page.itemId, authorId))
    // Sent together: the save does not wait for the settings query.
    const [isWritten, { historyVersionCount }] = await Promise.all([
      productStore(ctx.store).pages.update(page, before.revision, before),
      readSettings(ctx.store, siteSettings),
    ])
    if (isWritten) {
      await productStore(ctx.store).versions.keep(versionOf(before), historyVersionCount)
      ctx.emit('page.saved', { page, before, isRestored, actorId: authorId })
      tellFollowers(ctx, { page, isNew: false, actorId: authorId }, notifyRemark)
      return page
    }
    current = await openPage(ctx, before.id, 'edit')
  }
  throw new DomainError('busy')
}

/** Adds a page to an item. @throws DomainError tooMany | itemFull | tooMuchText */
export async function addPage(
  ctx: CommandContext,
  itemId: OpenItemId,
  draft: Draft,
  notifyRemark: string | null = null,
): Promise<Page> {
  const authorId = requireLogin(ctx)
  await requireWithinPageLimit(ctx, itemId, 1)
  await requireRoom(ctx, textOwners(itemId, authorId))
  const page = await productStore(ctx.store).pages.insert(newPage(itemId, draft, authorId, ctx.services.clock.now()))
  ctx.emit('page.saved', { page, before: null, isRestored: false, actorId: authorId })
  tellFollowers(ctx, { page, isNew: true, actorId: authorId }, notifyRemark)
  return page
}

function tellFollowers(
  ctx: CommandContext,
  saved: Pick<Events['page.notified'], 'page' | 'isNew' | 'actorId'>,
  remark: SaveWishes['notifyRemark'],
): void {
  if (remark !== null) ctx.emit('page.notified', { ...saved, remark, at: ctx.services.clock.now() })
}

/** The intervening save: who, when (ISO), and the new revision. */
export const pageChanged = ({ page, authorUsername }: OpenPage): DomainError =>
  new DomainError('pageChanged', {
    who: authorUsername,
    when: page.savedAt.toISOString(),
    revision: page.revision,
  })
