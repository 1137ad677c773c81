import { z } from 'zod'
import {
  addedTime,
  command,
  DomainError,
  id,
  limits,
  line,
  noted,
  nothing,
  openItem,
  query,
  requireLogin,
  text,
  type CommandContext,
} from '#core/plugin.ts'
import { itemsByTemplate, shareKey, sharesIn, templatesIn, type Template } from './template.ts'

const MOST_TEMPLATES = 500
const MOST_ITEMS = 1_000

const TemplateView = z.object({
  id: id(),
  templateTitle: z.string(),
  templateContent: z.string(),
  createdAt: addedTime(),
  shareItemCount: z.number(),
  shareItem: z.array(z.object({ itemId: id() })),
})
const SharedTemplateView = z.object({
  templateId: id(),
  templateTitle: z.string(),
  templateContent: z.string(),
  username: z.string(),
  createdAt: z.date(),
})

export const templateOperations = {
  template: {
    listMine: query({
      summary: "The caller's own templates, newest first.",
      audience: 'user',
      rest: { path: 'template/getMyList' },
      input: nothing(),
      output: z.array(TemplateView),
      async run(ctx) {
        const userId = requireLogin(ctx)
        const templates = await templatesIn(ctx).find({ userId })
        const items = itemsByTemplate((await sharesIn(ctx).find({ userId })).list)
        return templates.list.map((template) => {
          const itemIds = items.get(template.id) ?? []
          return {
            id: template.id,
            templateTitle: template.data.title,
            templateContent: template.data.content,
            createdAt: template.at,
            shareItemCount: itemIds.length,
            shareItem: itemIds.map((itemId) => ({ itemId })),
          }
        })
      },
    }),

    listOfItem: query({
      summary: 'The templates shared to an item, for those who may edit in it.',
      audience: 'user',
      rest: { path: 'template/getItemList' },
      input: z.object({ itemId: id() }),
      output: z.array(SharedTemplateView),
      example: { itemId: 1 },
      async run(ctx, { itemId }) {
        await openItem(ctx, itemId, 'edit', 'somewhere')
        const shares = (await sharesIn(ctx).find({ itemId })).list
        const authors = await ctx.store.users.byIds([...new Set(shares.flatMap(({ userId }) => userId ?? []))])
        const usernames = new Map(authors.map((author) => [author.id, author.username]))
        const rows = shares.map(async ({ data: { templateId }, userId, at }) => {
          const template = await templatesIn(ctx).byId(templateId)
          if (!template) return []
          const { title, content } = template.data
          const username = usernames.get(userId ?? 0) ?? ''
          return [{ templateId, templateTitle: title, templateContent: content, username, createdAt: at }]
        })
        return (await Promise.all(rows)).flat()
      },
    }),

    save: command({
      summary: 'Keeps a text as a template of the caller.',
      audience: 'user',
      input: z.object({
        templateTitle: line(limits.titleLength).min(1),
        templateContent: noted({ urlencoded: true }, text(limits.pageContentLength)),
      }),
      output: z.object({ id: id() }),
      example: { templateTitle: 'Meeting notes', templateContent: '## Present\n\n## Decided\n' },
      async run(ctx, { templateTitle, templateContent }) {
        const userId = requireLogin(ctx)
        const templates = templatesIn(ctx)
        const { total } = await templates.find({ userId }, { page: 1, count: 1 })
        if (total >= MOST_TEMPLATES) throw new DomainError('tooMany', { limit: MOST_TEMPLATES })
        const data: Template = { title: templateTitle, content: templateContent }
        const kept = await templates.put({ userId, at: ctx.services.clock.now(), data })
        return { id: kept.id }
      },
    }),

    delete: command({
      summary: 'Removes a template of the caller, also where it is shared.',
      audience: 'user',
      input: z.object({ id: id() }),
      output: nothing(),
      async run(ctx, { id: templateId }) {
        const { userId, template } = await ownTemplate(ctx, templateId)
        const left = await unshare(ctx, templateId)
        await templatesIn(ctx).delete(templateId)
        announce(ctx, { id: templateId, title: template.data.title, userId }, { left, reached: [] })
        return {}
      },
    }),

    share: command({
      summary:
        'Shows a template of the caller to the editors of exactly these items; with none, takes it back from all.',
      audience: 'user',
      rest: { path: 'template/shareToItem' },
      input: z.object({
        templateId: id(),
        itemIds: noted({ wire: 'item_id', refusedAs: 'item_ids' }, z.array(id()).max(MOST_ITEMS).default([])),
      }),
      output: nothing(),
      example: { templateId: 1, itemIds: [1] },
      async run(ctx, { templateId, itemIds }) {
        const { userId, template } = await ownTemplate(ctx, templateId)
        const distinct = [...new Set(itemIds)]
        for (const itemId of distinct) await openItem(ctx, itemId, 'edit', 'somewhere')
        const { title } = template.data
        const left = await unshare(ctx, templateId, new Set(distinct))
        const reached: number[] = []
        for (const itemId of distinct) if (await shareTo(ctx, templateId, itemId, userId)) reached.push(itemId)
        announce(ctx, { id: templateId, title, userId }, { left, reached })
        return {}
      },
    }),
  },
}

/** The template and the caller, who is its author. @throws DomainError notAllowed, as well when there is none */
async function ownTemplate(ctx: CommandContext, templateId: number) {
  const userId = requireLogin(ctx)
  const template = await templatesIn(ctx).byId(templateId)
  if (template?.userId !== userId) throw new DomainError('notAllowed')
  return { userId, template }
}

/** @returns the items it was taken back from */
async function unshare(
  ctx: CommandContext,
  templateId: number,
  except: ReadonlySet<number> = new Set(),
): Promise<readonly number[]> {
  const { list } = await sharesIn(ctx).find({ where: { templateId } })
  const left = list.filter(({ itemId }) => !except.has(itemId ?? 0))
  for (const share of left) await sharesIn(ctx).delete(share.id)
  return left.flatMap(({ itemId }) => itemId ?? [])
}

/** Leaves a share that is there as it is, so that its date stays. @returns whether there was none */
async function shareTo(ctx: CommandContext, templateId: number, itemId: number, userId: number): Promise<boolean> {
  const key = shareKey(templateId, itemId)
  if (await sharesIn(ctx).byKey(key)) return false
  await sharesIn(ctx).put({ key, itemId, userId, at: ctx.services.clock.now(), data: { templateId } })
  return true
}

/** Has the change logs of the items say what became of the template there. */
function announce(
  ctx: CommandContext,
  { id: objectId, title: objectName, userId: actorId }: { id: number; title: string; userId: number },
  { left, reached }: { readonly left: readonly number[]; readonly reached: readonly number[] },
): void {
  const template = { object: 'template', objectId, objectName } as const
  for (const itemId of left)
    ctx.emit('plugin.changedItem', { change: { itemId, action: 'unshare', ...template }, actorId })
  for (const itemId of reached)
    ctx.emit('plugin.changedItem', { change: { itemId, action: 'share', ...template }, actorId })
}
