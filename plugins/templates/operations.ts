import { z } from 'zod'
import {
  addedTime,
  command,
  DomainError,
  id,
  idOrNone,
  limits,
  line,
  noted,
  nothing,
  openItem,
  query,
  requireLogin,
  requireRoom,
  text,
  type CommandContext,
  type Context,
} from '#core/plugin.ts'
import {
  itemsByTemplate,
  shareKey,
  sharesIn,
  templateLimits,
  templatesIn,
  titleOf,
  type Share,
  type Template,
} from './template.ts'

const MOST_ITEMS = 1_000

const templateContent = z.string()
const TemplateHead = z.object({
  id: id(),
  templateTitle: z.string(),
  createdAt: addedTime(),
  shareItemCount: z.number(),
  shareItem: z.array(z.object({ itemId: id() })),
})
const { id: own, templateTitle, ...shares } = TemplateHead.shape
const TemplateView = z.object({ id: own, templateTitle, templateContent, ...shares })
const SharedHead = z.object({
  templateId: id(),
  templateTitle: z.string(),
  username: z.string(),
  createdAt: z.date(),
})
const SharedTemplateView = z.object({
  templateId: id(),
  templateTitle: z.string(),
  templateContent,
  /** Set when the text was omitted because the answer would have been too long. */
  isTextLeftOut: z.literal(true).optional(),
  username: z.string(),
  createdAt: z.date(),
})

export const templateOperations = {
  template: {
    listMine: query({
      summary: "The caller's own templates, newest first.",
      audience: 'user',
      rest: { path: 'template/getMyList' },
      // The web loads texts on demand.
      restOnly: true,
      input: nothing(),
      output: z.array(TemplateView),
      run: async (ctx) =>
        (await ownTemplates(ctx)).map(({ template, head }) => ({ ...head, templateContent: template.data.content })),
    }),

    listOfItem: query({
      summary: 'The templates shared to an item, for those who may edit in it; only the newest with texts, up to 8 MB.',
      audience: 'user',
      rest: { path: 'template/getItemList' },
      restOnly: true,
      input: z.object({ itemId: id() }),
      output: z.array(SharedTemplateView),
      example: { itemId: 1 },
      async run(ctx, { itemId }) {
        const rows: z.input<typeof SharedTemplateView>[] = []
        let bytes = 0
        for (const { share, username } of await sharesOfItem(ctx, itemId)) {
          const { templateId } = share.data
          // One at a time, so that omitted texts are never in memory together.
          const template = await templatesIn(ctx).byId(templateId)
          if (!template) continue
          const { title, content } = template.data
          const head = { templateId, templateTitle: title, username, createdAt: share.at }
          bytes += bytesOf(content)
          const isTooLong = bytes > templateLimits.listedBytes
          rows.push({
            ...head,
            ...(isTooLong ? { templateContent: '', isTextLeftOut: true } : { templateContent: content }),
          })
        }
        return rows
      },
    }),

    heads: query({
      summary: "The caller's own templates without their texts, newest first.",
      audience: 'user',
      input: nothing(),
      output: z.array(TemplateHead),
      run: async (ctx) => (await ownTemplates(ctx)).map(({ head }) => head),
    }),

    headsOfItem: query({
      summary: 'The templates shared to an item without their texts, for those who may edit in it.',
      audience: 'user',
      input: z.object({ itemId: id() }),
      output: z.array(SharedHead),
      example: { itemId: 1 },
      async run(ctx, { itemId }) {
        const rows: z.input<typeof SharedHead>[] = []
        for (const { share, username } of await sharesOfItem(ctx, itemId)) {
          const templateTitle = await titleOf(ctx, share.data)
          if (templateTitle !== null)
            rows.push({ templateId: share.data.templateId, templateTitle, username, createdAt: share.at })
        }
        return rows
      },
    }),

    text: query({
      summary:
        'The text of a template of the caller, or of one that is shared to an item in which the caller may edit.',
      audience: 'user',
      input: z.object({ templateId: id(), itemId: idOrNone().default(0) }),
      output: z.object({ templateContent }),
      example: { templateId: 1, itemId: 1 },
      async run(ctx, { templateId, itemId }) {
        if (itemId === 0) return { templateContent: (await ownTemplate(ctx, templateId)).template.data.content }
        await openItem(ctx, itemId, 'edit', 'somewhere')
        const isShared = (await sharesIn(ctx).byKey(shareKey(templateId, itemId))) !== null
        const template = isShared ? await templatesIn(ctx).byId(templateId) : null
        if (!template) throw new DomainError('notAllowed')
        return { templateContent: template.data.content }
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
        const bytes = bytesOf(templateContent)
        if (bytes > templateLimits.bytes)
          throw new DomainError('templateTooLarge', { kilobytes: templateLimits.bytes / 1024 })
        // Locked, because two concurrent calls could both find room for one.
        const author = { kind: 'author', id: userId } as const
        await ctx.store.textBytes.hold(author)
        await requireRoom(ctx, [author], bytes)
        if ((await templates.count({ userId })) >= templateLimits.perPerson)
          throw new DomainError('tooMany', { limit: templateLimits.perPerson })
        if ((await templates.bytesOf(userId)) + bytes > templateLimits.bytesPerPerson)
          throw new DomainError('templatesFull', { megabytes: templateLimits.bytesPerPerson / 1024 / 1024 })
        const data: Template = { title: templateTitle, content: templateContent }
        const kept = await templates.put({ userId, at: ctx.services.clock.now(), data, bytes })
        return { id: kept.id }
      },
    }),

    delete: command({
      summary: 'Removes a template of the caller, also where it is shared.',
      audience: 'user',
      needsNoRoom: true,
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
      needsNoRoom: true,
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
        for (const itemId of distinct)
          if (await shareTo(ctx, { templateId, title }, itemId, userId)) reached.push(itemId)
        announce(ctx, { id: templateId, title, userId }, { left, reached })
        return {}
      },
    }),
  },
}

async function ownTemplates(ctx: Context) {
  const userId = requireLogin(ctx)
  const templates = await templatesIn(ctx).find({ userId })
  const items = itemsByTemplate((await sharesIn(ctx).find({ userId })).list)
  return templates.list.map((template) => {
    const itemIds = items.get(template.id) ?? []
    const head = {
      id: template.id,
      templateTitle: template.data.title,
      createdAt: template.at,
      shareItemCount: itemIds.length,
      shareItem: itemIds.map((itemId) => ({ itemId })),
    }
    return { template, head }
  })
}

/** Newest first, with the usernames of those who share them. */
async function sharesOfItem(ctx: Context, itemId: number) {
  await openItem(ctx, itemId, 'edit', 'somewhere')
  const shares = (await sharesIn(ctx).find({ itemId })).list
  const authors = await ctx.store.users.byIds([...new Set(shares.flatMap(({ userId }) => userId ?? []))])
  const usernames = new Map(authors.map((author) => [author.id, author.username]))
  return shares.map((share) => ({ share, username: usernames.get(share.userId ?? 0) ?? '' }))
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** The template and its author, the caller. @throws DomainError notAllowed, also for a missing one */
async function ownTemplate(ctx: Context, templateId: number) {
  const userId = requireLogin(ctx)
  const template = await templatesIn(ctx).byId(templateId)
  if (template?.userId !== userId) throw new DomainError('notAllowed')
  return { userId, template }
}

/** @returns the items it is no longer shared to */
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

/** An existing share is unchanged, and keeps its date. @returns whether it was new */
async function shareTo(ctx: CommandContext, share: Share, itemId: number, userId: number): Promise<boolean> {
  const key = shareKey(share.templateId, itemId)
  if (await sharesIn(ctx).byKey(key)) return false
  await sharesIn(ctx).put({ key, itemId, userId, at: ctx.services.clock.now(), data: share })
  return true
}

/** Records the change of the template in the change logs of the items. */
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
